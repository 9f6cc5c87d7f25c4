import type { Command } from 'commander'
import { builtCatalog } from '../../catalog/built.ts'
import { fieldsOf, flagName } from './operation-fields.ts'

/** A command as shells complete it: what may follow its words. */
interface Completable {
  /** The words of the command, `''` for the program itself. */
  path: string
  commands: { name: string; about: string }[]
  /** Of its arguments. */
  values: readonly string[]
  flags: { flag: string; about: string; takesValue: boolean; values: readonly string[] }[]
}

/** The script that completes the commands of a program, their flags and values in a shell. */
export async function completionScript(shell: 'bash' | 'zsh' | 'fish', program: Command): Promise<string> {
  const tree = completablesIn(program, [])
  return writers[shell]([...(await operationCalls()), ...tree.filter(({ path }) => path !== 'call')])
}

function completablesIn(command: Command, path: string[]): Completable[] {
  const flags = command.options.map(({ long, description, required, optional, argChoices = [] }) => ({
    flag: long ?? '',
    about: description,
    takesValue: required || optional,
    values: argChoices,
  }))
  const commands = command.commands.map(each => ({ name: each.name(), about: each.description() }))
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)
  const own = { path: path.join(' '), commands, values, flags: [...flags, help] }
  return [own, ...command.commands.flatMap(each => completablesIn(each, [...path, each.name()]))]
}

const help = { flag: '--help', about: 'display help for command', takesValue: false, values: [] }

/** `daybook call` takes any operation, each with flags of its own. */
async function operationCalls(): Promise<Completable[]> {
  const { operations } = await builtCatalog()
  const names = operations.map(({ name, summary }) => ({ name, about: summary }))
  return [
    {
      path: 'call',
      commands: names,
      values: [],
      flags: [{ ...help, flag: '--list', about: 'name all operations' }, help],
    },
    ...operations.map(entry => ({
      path: `call ${entry.name}`,
      commands: [],
      values: [],
      flags: [
        ...fieldsOf(entry).map(({ name, kind, description, choices }) => ({
          flag: `--${flagName(name)}`,
          about: description,
          takesValue: kind !== 'boolean',
          values: choices,
        })),
        help,
      ],
    })),
  ]
}

const writers = {
  bash: bashScript,
  // Zsh runs functions written for bash.
  zsh: (all: readonly Completable[]) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(all)}`,
  fish: fishScript,
}

/** Everything is data in case branches, because bash 3 of macOS has no associative arrays. */
function bashScript(all: readonly Completable[]): string {
  const next = all.map(({ path, commands, values, flags }) => {
    const words = [...commands.map(({ name }) => name), ...values, ...flags.map(({ flag }) => flag)]
    return `    ${quoted(path)}) next=${quoted(words.join(' '))} ;;`
  })
  const values = all.flatMap(({ path, flags }) =>
    flags
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, values: choices }) => `    ${quoted(`${path} ${flag}`)}) values=${quoted(choices.join(' '))} ;;`),
  )
  const subcommands = all.flatMap(({ path, commands }) => commands.map(({ name }) => quoted(`${path} ${name}`.trim())))
  // The variables are none of those that mean something to zsh, as path and words do.
  return `_daybook() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} at= word= next= values=-
  for word in "\${COMP_WORDS[@]:1:$((COMP_CWORD - 1))}"; do
    case "\${at:+$at }$word" in
    ${subcommands.join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case "$at $previous" in
${values.join('\n')}
  esac
  COMPREPLY=()
  # A flag whose value is free text: files are completed.
  if [ -z "$values" ]; then return; fi
  case "$at" in
${next.join('\n')}
  esac
  if [ "$values" != - ]; then next=$values; fi
  COMPREPLY=($(compgen -W "$next" -- "$current"))
}
complete -o default -F _daybook daybook
`
}

function fishScript(all: readonly Completable[]): string {
  const lines = all.flatMap(({ path, commands, values, flags }) => {
    const here = `-n ${quoted(`__daybook_at ${path}`.trim())}`
    return [
      ...commands.map(({ name, about }) => `complete -c daybook -f ${here} -a ${name} -d ${quoted(about)}`),
      ...values.map(value => `complete -c daybook -f ${here} -a ${value}`),
      ...flags.map(({ flag, about, takesValue, values: words }) => {
        const choices = words.length > 0 ? ` -f -a ${quoted(words.join(' '))}` : ''
        return `complete -c daybook ${here} -l ${flag.slice(2)}${takesValue ? ` -r${choices}` : ''} -d ${quoted(about)}`
      }),
    ]
  })
  const paths = all.map(({ path }) => path).filter(Boolean)
  return `set -g __daybook_paths ${paths.map(quoted).join(' ')}
function __daybook_at
  set -l path
  for word in (commandline -opc)[2..-1]
    contains -- (string trim "$path $word") $__daybook_paths; and set path (string trim "$path $word")
  end
  test "$path" = "$argv"
end
${lines.join('\n')}
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
