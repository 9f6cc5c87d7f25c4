/** A file of a commit with the lines that came and went. */
export interface ChangedFile {
  /** Where it is after the commit; where it was, for one that went. */
  path: string
  /** Where it was before, where it was moved. */
  from: string | null
  added: AddedLine[]
  removed: string[]
  /** Lines around them that stayed. */
  kept: string[]
}

export interface AddedLine {
  /** In the file after the commit, from 1. */
  number: number
  text: string
}

/** The files of a patch, as `git log -p` prints it. */
export function filesInPatch(patch: string): ChangedFile[] {
  const files: ChangedFile[] = []
  let file: ChangedFile | undefined
  /** Lines of the current hunk that are still to come; in a hunk nothing else is read. */
  let [before, after, number] = [0, 0, 0]
  for (const line of linesOf(patch)) {
    if (before > 0 && line.startsWith('-')) {
      before--
      file?.removed.push(line.slice(1))
    } else if (after > 0 && line.startsWith('+')) {
      after--
      file?.added.push({ number: number++, text: line.slice(1) })
    } else if (before > 0 && after > 0 && !line.startsWith('\\')) {
      before--
      after--
      number++
      file?.kept.push(line.slice(1))
    } else if (line.startsWith('diff --git ')) {
      file = { path: '', from: null, added: [], removed: [], kept: [] }
      files.push(file)
    } else if (file) {
      const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line)
      if (hunk) {
        before = Number(hunk[1] ?? 1)
        number = Number(hunk[2])
        after = Number(hunk[3] ?? 1)
      } else header(file, line)
    }
  }
  return files.filter(({ path }) => path !== '')
}

function header(file: ChangedFile, line: string): void {
  if (line.startsWith('rename from ')) file.from = unquote(line.slice('rename from '.length))
  else if (line.startsWith('rename to ')) file.path = unquote(line.slice('rename to '.length))
  else if (line.startsWith('+++ ')) file.path = nameIn(line.slice(4), 'b/') ?? file.path
  else if (line.startsWith('--- ')) file.path = nameIn(line.slice(4), 'a/') ?? file.path
}

function nameIn(text: string, prefix: string): string | null {
  // Names with spaces are followed by a tab.
  const name = unquote(text.endsWith('\t') ? text.slice(0, -1) : text)
  return name.startsWith(prefix) ? name.slice(prefix.length) : null
}

/** A name as git quotes it: `"a\tb\303\274"`. */
export function unquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"')) return text
  const bytes: Buffer[] = []
  for (const [part, octal, escaped] of text.slice(1, -1).matchAll(/\\([0-7]{3})|\\([\s\S])|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8) & 0xff]))
    else bytes.push(Buffer.from(escaped === undefined ? part : (escapes[escaped] ?? escaped)))
  }
  return Buffer.concat(bytes).toString('utf8')
}

const escapes: { [letter: string]: string } = {
  ...{ a: '\u0007', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' },
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf('\n', from)
    const end = to < 0 ? text.length : to
    yield text.slice(from, end)
    from = end + 1
  }
}
