interface Props {
  text: string
  matches: ReadonlyArray<readonly number[]>
  /** Written as Markdown: its marks for bold, code and headings are left out. */
  prose?: boolean
}

/** The matched stretches of a snippet, marked; positions are UTF-16, as JavaScript counts. */
export function Marked({ text, matches, prose = false }: Props) {
  const shown = (piece: string) => (prose ? piece.replace(markup, '') : piece)
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
          {shown(before)}
          <mark>{match}</mark>
        </span>
      ))}
      {shown(text.slice(at))}
    </span>
  )
}

const markup = /\*\*|`+|(?<!\S)#{1,6}(?= )/g
