// Runs before the first paint, so that a dark theme never flashes light, and members see no sign-in button.
try {
  const { dataset } = document.documentElement
  const chosen = localStorage.getItem('theme')
  if (chosen === 'light' || chosen === 'dark') dataset.theme = chosen
  if (localStorage.getItem('member') !== null) dataset.member = ''
} catch {
  // Storage may be blocked; the system theme applies then.
}
