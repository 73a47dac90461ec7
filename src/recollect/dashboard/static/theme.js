// Before the first paint, so that a dark page does not flash up in white.
const chosen = localStorage.getItem('recollect-theme');
if (chosen) document.documentElement.dataset.theme = chosen;
