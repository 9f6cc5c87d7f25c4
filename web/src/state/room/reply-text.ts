/** An agent's text without its Evidence line, which is shown in its parsed form. */
export function withoutEvidence(content: string, raw: string | undefined): string {
  const at = raw === undefined || raw === '' ? -1 : content.lastIndexOf(raw)
  if (at < 0) return content
  const start = content.lastIndexOf('\n', at) + 1
  return content.slice(0, start).trimEnd()
}

export interface Place {
  path: string
  line: number
}

/** The places that a text names as `path:line`, for existing files; each once, in order. */
export function placesIn(text: string, paths: readonly string[]): Place[] {
  const known = new Set(paths)
  const found = [...text.matchAll(/\(([^()\n]+):(\d{1,7})\)/g)].flatMap(([, path = '', line = '']) =>
    known.has(path) ? [{ path, line: Number(line) }] : [],
  )
  return found.filter((one, at) => found.findIndex(each => each.path === one.path && each.line === one.line) === at)
}
