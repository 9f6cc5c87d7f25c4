// Loaded before the first paint, so that a chosen theme never flashes as the other one.
try {
  const theme = localStorage.getItem('daybook.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be refused; the system's preference holds then.
}
