/** Moves the focus to the next or previous row of the screen's lists. Rows have `data-row`. */
export function moveInRows(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter(row => row.offsetParent !== null)
  const at = rows.findIndex(row => row.contains(document.activeElement))
  const next = at < 0 ? (step > 0 ? rows[0] : rows.at(-1)) : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** For a row's onKeyDown: arrows move as j and k do. */
export function moveWithArrows(event: { key: string; preventDefault(): void }): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  moveInRows(event.key === 'ArrowDown' ? 1 : -1)
}
