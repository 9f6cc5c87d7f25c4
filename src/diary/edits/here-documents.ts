/** A file that a shell script writes word for word. */
export interface WrittenText {
  path: string
  lines: string[]
}

/** The files a script writes from here-documents: `cat > path <<'END'`, `tee path <<END`. */
export function writtenByShell(script: string): WrittenText[] {
  const found: WrittenText[] = []
  const lines = script.split('\n')
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    const mark = line.length > longestCommand ? null : /<<-?[ \t]*(['"]?)([A-Za-z_]\w*)\1/.exec(line)
    if (!mark) continue
    let end = at + 1
    while (end < lines.length && lines[end]?.trim() !== mark[2]) end++
    if (end === lines.length) return found
    const path = targetOf(line)
    if (path !== null) found.push({ path, lines: lines.slice(at + 1, end) })
    at = end
  }
  return found
}

const longestCommand = 2000

function targetOf(line: string): string | null {
  const redirected = /(?:^|[^>&\d])>>?[ \t]*(?:'([^']+)'|"([^"$`]+)"|([^\s;&|<>()'"$`]+))/.exec(line)
  const copied = /\btee[ \t]+(?:-a[ \t]+)?(?:'([^']+)'|"([^"$`]+)"|([^\s;&|<>()'"$`-][^\s;&|<>()'"$`]*))/.exec(line)
  const found = redirected ?? copied
  const path = found?.[1] ?? found?.[2] ?? found?.[3]
  return path === undefined || path.startsWith('/dev/') ? null : path
}
