/** Calls back when the first screen is there and this long has passed, so that nothing competes with it; returns how to give up. */
export function whenShown(act: () => void, after: number): () => void {
  let timer = setTimeout(check, after)
  function check() {
    if (document.querySelector('h1') !== null && !isLoading()) act()
    else timer = setTimeout(check, after)
  }
  return () => clearTimeout(timer)
}

/** Whether a part of the screen still waits for its data or its script. */
function isLoading(): boolean {
  return document.querySelector('.skeleton, [aria-busy="true"]') !== null
}
