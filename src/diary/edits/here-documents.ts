/** A file that a shell script writes word for word. */
export interface WrittenText {
  path: string
  lines: string[]
}

/**
 * The files a script writes from here-documents: `cat > path <<'END'`, `tee path <<END`. A program that is run from one,
 * as `python3 <<END`, holds what it writes into the files it names.
 */
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
    const body = lines.slice(at + 1, end)
    const path = targetOf(line)
    const paths = path !== null ? [path] : interpreter.test(line) ? filesIn(body) : []
    for (const each of paths) found.push({ path: each, lines: body })
    at = end
  }
  return found
}

const longestCommand = 2000
const interpreter = /(?:^|[\s/;&|(])(?:python[\d.]*|node|ruby|perl|deno|bun)(?=[\s<])/
/** A program that names more files than these works on lists of them. */
const mostFiles = 8

/** The files that a program names in quotes. */
function filesIn(body: readonly string[]): string[] {
  const names = body.flatMap(line =>
    line.length > longestCommand
      ? []
      : [...line.matchAll(/(["'`])([\w@.+~/-]{1,300}\.\w{1,12})\1/g)].map(([, , name = '']) => name),
  )
  const found = [...new Set(names)]
  return found.length > mostFiles ? [] : found
}

function targetOf(line: string): string | null {
  const redirected = /(?:^|[^>&\d])>>?[ \t]*(?:'([^']+)'|"([^"$`]+)"|([^\s;&|<>()'"$`]+))/.exec(line)
  const copied = /\btee[ \t]+(?:-a[ \t]+)?(?:'([^']+)'|"([^"$`]+)"|([^\s;&|<>()'"$`-][^\s;&|<>()'"$`]*))/.exec(line)
  const found = redirected ?? copied
  const path = found?.[1] ?? found?.[2] ?? found?.[3]
  return path === undefined || path.startsWith('/dev/') ? null : path
}
