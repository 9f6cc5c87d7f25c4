export interface EvidenceLines {
  /** What each Evidence line says. */
  bodies: string[]
  /** The reply without those lines. */
  rest: string
}

const evidenceLine =
  /^[ \t>]*(?:(?:[-*+•]|\d{1,3}[.)])[ \t]+)?(?:(?:\*\*|__)[ \t]*)?evidence[ \t]*(?:(?:\*\*|__)[ \t]*)?(?::|[–—]|(?<=[ \t])-(?=[ \t]))(.*)$/isu

export function evidenceLines(prepared: string): EvidenceLines {
  const bodies: string[] = []
  const others: string[] = []
  for (const line of prepared.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const body = bodyOf(line)
    if (body === undefined) others.push(line)
    else bodies.push(body)
  }
  return { bodies, rest: others.join('\n') }
}

function bodyOf(line: string): string | undefined {
  const body = evidenceLine.exec(line)?.[1]
  return body
    ?.trim()
    .replace(/^(?:\*\*|__)|(?:\*\*|__)$/g, '')
    .trim()
}
