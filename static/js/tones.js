// Plays short tones that are generated here, so that nothing is loaded. Browsers allow it only after a touch.
let audio = null;

export const canPlay = typeof AudioContext !== "undefined";

export const wake = () => {
  audio ??= new AudioContext();
  audio.resume();
};

// Each tone is its pitch, then its start and its length in seconds.
export const play = (tones, loudness) => {
  wake();
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
