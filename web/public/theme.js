// Runs before the first paint, so that a dark theme never flashes light.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage may be blocked; the system theme applies then.
}
