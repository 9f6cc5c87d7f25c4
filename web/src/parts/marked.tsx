/** The matched stretches of a snippet, marked; positions are UTF-16, as JavaScript counts. */
export function Marked({ text, matches }: { text: string; matches: ReadonlyArray<readonly number[]> }) {
  let at = 0
  const pieces = matches.map(([start = 0, end = 0]) => {
    const piece = { before: text.slice(at, start), match: text.slice(start, end), start }
    at = end
    return piece
  })
  return (
    <span className="break-anywhere">
      {pieces.map(({ before, match, start }) => (
        <span key={start}>
          {before}
          <mark>{match}</mark>
        </span>
      ))}
      {text.slice(at)}
    </span>
  )
}
