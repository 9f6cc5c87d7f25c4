import type { Git } from './git.ts'
import { unquote } from './patch.ts'

/** A line of a file as it is committed, with the commit that wrote it last. */
export interface BlamedLine {
  commit: string
  /** Where it was when it was written. */
  path: string
  number: number
  /** In the file as it is committed now. */
  line: number
  text: string
}

/** Who last wrote the lines of a file, or one of them; white space and moves inside the file do not count. */
export async function blame(git: Git, path: string, line?: number): Promise<BlamedLine[]> {
  const range = line === undefined ? [] : ['-L', `${line},${line}`]
  const text = await git(['blame', '-w', '-M', '--porcelain', '--no-textconv', ...range, 'HEAD', '--', path])
  return blamedLines(text.toString('utf8'))
}

/** The lines in what `git blame --porcelain` prints. */
function blamedLines(porcelain: string): BlamedLine[] {
  const paths = new Map<string, string>()
  const found: BlamedLine[] = []
  let [commit, number, line] = ['', 0, 0]
  for (const row of porcelain.split('\n')) {
    if (row.startsWith('\t')) {
      found.push({ commit, path: paths.get(commit) ?? '', number, line, text: row.slice(1) })
      continue
    }
    const head = /^([0-9a-f]{40,64}) (\d+) (\d+)/.exec(row)
    if (head) [commit, number, line] = [head[1] ?? '', Number(head[2]), Number(head[3])]
    else if (row.startsWith('filename ')) paths.set(commit, unquote(row.slice('filename '.length)))
  }
  return found
}
