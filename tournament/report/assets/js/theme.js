// The theme follows the system until it is chosen, and the choice is kept where
// the browser allows that for a file.
const themeListeners = [];
const systemDark = matchMedia('(prefers-color-scheme: dark)');

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : systemDark.matches;
}

function themeChanged() {
  for (const listen of themeListeners) listen();
}

function startTheme() {
  try {
    const kept = localStorage.getItem('wakeful-theme');
    if (kept === 'dark' || kept === 'light') document.documentElement.dataset.theme = kept;
  } catch { /* no storage for files: the choice lasts as long as the page */ }
  systemDark.addEventListener('change', themeChanged);
  document.getElementById('theme').addEventListener('click', () => {
    const next = isDark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem('wakeful-theme', next);
    } catch { /* as above */ }
    themeChanged();
  });
}

// color resolves one of the style sheet's colours for the theme of the moment.
const probe = element('i', 'hidden');
function color(name) {
  if (!probe.isConnected) document.body.append(probe);
  probe.style.color = `var(--${name})`;
  return getComputedStyle(probe).color;
}
