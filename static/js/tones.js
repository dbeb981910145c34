// Plays short tones that are generated here, so that nothing is loaded. Browsers allow it only after a touch; Safari
// wakes sound only while a tap is handled, not when the finger comes down or an answer arrives.
let audio = null;

export const canPlay = typeof AudioContext !== "undefined";

export const wake = () => {
  audio ??= new AudioContext();
  return audio.resume();
};

export const wakeByTaps = (isOn) => {
  if (canPlay) addEventListener("click", () => { if (isOn()) wake(); });
};

// Each tone is its pitch, then its start and its length in seconds.
export const play = (tones, loudness) => {
  if (audio?.state !== "running") return;
  const now = audio.currentTime;
  tones.forEach(([pitch, from, seconds]) => {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, now + from);
    volume.gain.exponentialRampToValueAtTime(0.001, now + from + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(now + from);
    tone.stop(now + from + seconds);
  });
};
