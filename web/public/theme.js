// Before the first paint, so that nobody who chose dark sees a flash of light.
try {
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen
} catch {
  // Storage may be forbidden; the system's choice holds then.
}
