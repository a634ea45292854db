// Sets data-theme (light, dark) and data-contrast (more, usual) before the first paint, from `yardstick.theme`: absent
// or system, light, dark, high contrast light, high contrast dark.
// The same rule lives in src/components/layout/theme.ts, which takes over once the application runs; a test compares.
(function () {
  var wanted = '';
  try {
    wanted = localStorage.getItem('yardstick.theme') || '';
  } catch {
    // Storage refused (private window, blocked cookies): follow the system.
  }
  var isChosen = /^(high contrast )?(light|dark)$/.test(wanted);
  var dark = isChosen ? /dark$/.test(wanted) : matchMedia('(prefers-color-scheme: dark)').matches;
  var more = (isChosen && /^high/.test(wanted)) || matchMedia('(prefers-contrast: more)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.contrast = more ? 'more' : 'usual';
})();
