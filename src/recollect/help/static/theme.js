// Runs before the first paint, so that a dark page does not flash white.
const chosen = localStorage.getItem('recollect-theme');
if (chosen) document.documentElement.dataset.theme = chosen;
