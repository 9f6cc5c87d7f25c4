/** The text in a script between the line after `<<END` and the line `END`. */
export interface HereDocument {
  end: string
  /** Tabs before its end do not count. */
  tabs: boolean
}

/** `<<END`, `<<-END`, `<<'END'` or `<<"END"`, not `<<<`. */
export const hereDocument = /<<(?!<)(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|([^\s;&|<>()'"]*))/y

/** Just past the last of the documents that begin here, or the end of the script. */
export function pastBodies(script: string, from: number, documents: readonly HereDocument[]): number {
  return documents.reduce((at, document) => pastBody(script, at, document), from)
}

function pastBody(script: string, from: number, { end, tabs }: HereDocument): number {
  for (let at = from; at < script.length; ) {
    const lineEnd = script.indexOf('\n', at)
    const next = lineEnd < 0 ? script.length : lineEnd + 1
    const line = script.slice(at, lineEnd < 0 ? script.length : lineEnd).replace(/\r$/, '')
    if ((tabs ? line.replace(/^\t+/, '') : line) === end) return next
    at = next
  }
  return script.length
}
