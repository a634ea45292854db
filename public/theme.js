// Sets data-theme to light or dark before the first paint. `yardstick.theme` is system (absent), light or dark.
// The same rule lives in src/components/layout/theme.ts, which takes over once the application runs.
(function () {
  var wanted = null;
  try {
    wanted = localStorage.getItem('yardstick.theme');
  } catch {
    // Storage refused (private window, blocked cookies): follow the system.
  }
  var dark = wanted === 'dark' || (wanted !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
