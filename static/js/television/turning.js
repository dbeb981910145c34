// The side of the table that the room sees is remembered on this device, for this link. The arrows may be pressed
// faster than the table arrives: it is fetched again until it is turned as it should be.
import { fetchInto } from "../fetching.js";
import { remember, remembered } from "../memory.js";

const STEPS = { ArrowLeft: 1, ArrowRight: -1 };

const turning = () => document.querySelector(".turn-table");

export const turnTable = (key) => {
  let wanted = "";
  const fetchTurned = () => {
    if (!document.getElementById("tv").classList.contains("htmx-request")) fetchInto("#tv", location.href);
  };
  const turnTo = (near) => {
    wanted = near;
    remember("near", `${key} ${near}`);
    history.replaceState(null, "", `?near=${near}`);
    document.dispatchEvent(new Event("upcard:turned")); // the stream sends it turned from now on
    fetchTurned();
  };
  const turnBy = (step) => {
    const places = turning().dataset.places.split(" ");
    const at = places.indexOf(wanted) < 0 ? places.length - 1 : places.indexOf(wanted);
    turnTo(places[(at + step + places.length) % places.length]);
  };

  document.addEventListener("htmx:afterSettle", () => {
    const { near, places } = turning() ? turning().dataset : { near: "", places: "" };
    if (near !== wanted && places.split(" ").includes(wanted)) fetchTurned();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".turn-table a");
    if (!link) return;
    event.preventDefault();
    turnBy(link.rel === "next" ? -1 : 1);
  });
  document.addEventListener("keydown", (event) => {
    if (!STEPS[event.key] || !turning() || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    turnBy(STEPS[event.key]);
  });

  const [of, near] = (remembered("near") || "").split(" ");
  if (of === key && !location.search) turnTo(near);
};
