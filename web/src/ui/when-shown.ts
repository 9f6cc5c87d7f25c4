/** Calls back when the first screen is there and this long has passed, so that nothing competes with it; returns how to give up. */
export function whenShown(act: () => void, after: number): () => void {
  let timer = setTimeout(check, after)
  function check() {
    const isShown = document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null
    if (isShown) act()
    else timer = setTimeout(check, after)
  }
  return () => clearTimeout(timer)
}
