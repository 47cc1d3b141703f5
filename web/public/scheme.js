// Runs before the first paint, so that a dark screen never flashes white. The key is Mantine's own.
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
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light')
  }

  paint()
  system.addEventListener('change', paint)
})()
