// Sets the colour scheme before the first paint. It is a separate file because the content security policy
// forbids inline scripts, and it must run before the bundle. `theme` holds 0 (light) or 1 (dark).
;(function () {
  let dark
  try {
    const stored = localStorage.getItem('theme')
    dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === '1'
  } catch {
    dark = false
  }
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light')
  const bar = document.querySelector('meta[name="theme-color"]')
  if (bar) bar.setAttribute('content', dark ? '#101516' : '#EFEEE9')
})()
