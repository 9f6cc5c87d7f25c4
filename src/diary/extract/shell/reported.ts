import { commandsIn, type ShellCommand, valuesOf } from './commands.ts'
import { deedPrograms } from './deed-programs.ts'
import { checkPrograms, kindsOf } from './kind.ts'
import { programName } from './programs.ts'

/** What makes commits, deeds and patches or takes files away. */
const doers: ReadonlySet<string> = new Set([...deedPrograms, 'apply_patch', 'applypatch', 'rm'])

/** Some deeds are also known by the words of a script that nobody can take apart. */
const namesDoer = new RegExp(wholeWords(doers))

/** Checks by the names of their programs, and script files by how their names begin. */
const namesCheck = new RegExp(
  String.raw`${wholeWords(checkPrograms)}|/(?:run[-_])?(?:test|lint|typecheck|build|ci|check|verify|precommit)|[-_.]test|test_|_spec|Test|(?<![\w-])tests?/|[ :](?:test|spec|lint|typecheck|check|build)(?!\w)`,
)

function wholeWords(names: Iterable<string>): string {
  const written = [...names].map(name => name.replace(/[.+]/g, String.raw`\$&`))
  return String.raw`(?<!\w)(?:${written.join('|')})(?!\w)`
}

/** Quotes and escapes may be anywhere inside a name, which is then read whole; only a line end that is escaped does not end it. */
const quotesInside = /[\w./-](?:['"$]|\\\n?)+[\w.-]/

/** The scripts asked about last: facts and chains ask about the same ones. */
const asked = new Map<string, boolean>()
const maxAsked = 500
const longestAsked = 2000

/** False when a script runs nothing that is reported; of most scripts their words say so, which is quicker than taking them apart. */
export function mayBeReported(script: string): boolean {
  const known = asked.get(script)
  if (known !== undefined) return known
  const is =
    namesDoer.test(script) ||
    ((namesCheck.test(script) || quotesInside.test(script)) && commandsIn(script).some(isReported))
  if (asked.size >= maxAsked) asked.clear()
  if (script.length <= longestAsked) asked.set(script, is)
  return is
}

function isReported(command: ShellCommand): boolean {
  const values = valuesOf(command)
  return doers.has(programName(values[0] ?? '')) || kindsOf(values).length > 0
}
