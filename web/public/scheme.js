// Runs before the first paint, so that a dark screen never flashes white. The key is that of version 1.0: who chose then stays with it.
;(() => {
  const key = 'mantine-color-scheme-value'
  const system = matchMedia('(prefers-color-scheme: dark)')

  function chosen() {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  function paint() {
    const scheme = chosen()
    const isDark = scheme === 'dark' || (scheme !== 'light' && system.matches)
    document.documentElement.dataset.scheme = isDark ? 'dark' : 'light'
  }

  paint()
  system.addEventListener('change', paint)
  // chosen in another tab
  addEventListener('storage', (event) => event.key === key && paint())
})()
