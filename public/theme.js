// Before the first paint: a person who chose light or dark must not see the other one flash.
try {
  const theme = localStorage.getItem('larder.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is forbidden here: the system decides.
}
