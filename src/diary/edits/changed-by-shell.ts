import { commandsIn, type ShellCommand, valuesOf } from '../extract/shell/commands.ts'
import { foldersOf, gitFolder, resolve } from '../extract/shell/folders.ts'
import { operands, programName } from '../extract/shell/programs.ts'
import { mayWrite } from '../extract/shell/writes.ts'

/** The files a script changes by name, whatever it writes into them: `sed -i`, formatters, `mv`, `rm`, `git mv`, `git add`. */
export function changedByShell(script: string, start: string | null): string[] {
  if (script.length > longestScript || !writers.test(script)) return []
  const commands = commandsIn(script)
  const folders = foldersOf(commands, start)
  const found = commands.flatMap((command, i) => {
    const isGit = programName(valuesOf(command)[0] ?? '') === 'git'
    const folder = isGit ? gitFolder(command, folders[i] ?? null) : (folders[i] ?? null)
    return filesNamed(command).flatMap(name => resolve(folder, name) ?? [])
  })
  return [...new Set(found)].slice(0, mostFiles)
}

const longestScript = 20_000
const mostFiles = 50
/** Scripts without one of these words are not taken apart. */
const writers =
  /\b(?:sed|perl|mv|rm|cp|git|gofmt|gofumpt|goimports|black|isort|rustfmt|autopep8)\b|--(?:write|fix|apply|in-place)\b/

function filesNamed(command: ShellCommand): string[] {
  const [word = '', ...args] = valuesOf(command)
  const program = programName(word)
  const words = operands(program, args)
  if (program === 'git') return gitVerbs.has(words[0] ?? '') ? words.slice(1).filter(isFile) : []
  if (program === 'cp') return words.slice(-1).filter(isFile)
  return mayWrite(program, args) ? words.filter(isFile) : []
}

/** What is staged was changed by the session, or it would not name it. */
const gitVerbs = new Set(['add', 'mv', 'rm'])

/** A word that can only be a file: it ends in a suffix and is not an expression of sed. */
function isFile(word: string): boolean {
  return word.length <= 1024 && /^[\w@.+~/-]*[\w+-]\.\w+$/.test(word) && !/^[sy]\//.test(word)
}
