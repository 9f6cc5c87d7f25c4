import { builtCatalog } from '../../catalog/built.ts'
import { type Command, command, type Flag, flagFrom, type Group } from './command-line.ts'
import { fieldsOf, flagsFor } from './operation-fields.ts'
import { terminal } from './terminal.ts'

/** `daybook completion`: the script that completes the commands of a program, their flags and values in a shell. */
export function completion(program: Group): Promise<Command> {
  return command({
    summary: 'print the script that completes commands, flags and their values: bash, zsh or fish',
    own: { '<shell=bash|zsh|fish>': '' },
    more: `Load it from the start file of the shell:
  bash  eval "$(daybook completion bash)"
  zsh   eval "$(daybook completion zsh)"    after compinit
  fish  daybook completion fish | source`,
    async run({ shell }) {
      terminal().data(writers[shell](await completables(program)))
      return 0
    },
  })()
}

/** Every group and command with its words, `''` for the program itself, and what is below it. */
export async function everyCommand(group: Group, path = ''): Promise<Described[]> {
  const below = await Promise.all(
    Object.entries(group.commands).map(async ([name, entry]) => {
      const node = typeof entry === 'function' ? await entry() : entry
      return { name, node, summary: node.summary }
    }),
  )
  const all = await Promise.all(
    below.map(async ({ name, node }): Promise<Described[]> => {
      const words = `${path} ${name}`.trim()
      return 'commands' in node ? everyCommand(node, words) : [[words, node, []]]
    }),
  )
  return [[path, group, below], ...all.flat()]
}

type Described = [path: string, node: Group | Command, below: { name: string; summary: string }[]]

/** A command as shells complete it: what may follow its words. */
interface Completable {
  path: string
  commands: { name: string; summary: string }[]
  /** The words that its arguments may be. */
  values: readonly string[]
  flags: readonly Pick<Flag, 'long' | 'help' | 'value' | 'choices'>[]
}

async function completables(program: Group): Promise<Completable[]> {
  const { operations } = await builtCatalog()
  const commands = (await everyCommand(program)).map(([path, node, below]) => ({
    path,
    // `daybook call` takes any operation, each with flags of its own.
    commands: path === 'call' ? [...operations] : below,
    values: 'args' in node ? node.args.flatMap(({ choices }) => choices) : [],
    flags: [...('flags' in node ? node.flags : []), help],
  }))
  const calls = operations.map(entry => ({
    path: `call ${entry.name}`,
    commands: [],
    values: [],
    flags: [...fieldsOf(entry).flatMap(field => flagsFor(field).slice(0, 1)), help],
  }))
  return [...commands, ...calls]
}

const help = flagFrom('--help', 'display help for command')

const writers = {
  bash: bashScript,
  // Zsh runs functions written for bash.
  zsh: (all: readonly Completable[]) => `autoload -U +X bashcompinit && bashcompinit\n${bashScript(all)}`,
  fish: fishScript,
}

/** Everything is data in case branches, because bash 3 of macOS has no associative arrays. */
function bashScript(all: readonly Completable[]): string {
  const next = all.map(({ path, commands, values, flags }) => {
    const words = [...commands.map(({ name }) => name), ...values, ...flags.map(({ long }) => long)]
    return `    ${quote(path)}) next=${quote(words.join(' '))} ;;`
  })
  const values = all.flatMap(({ path, flags }) =>
    flags
      .filter(({ value }) => value !== 'none')
      .map(({ long, choices }) => `    ${quote(`${path} ${long}`)}) values=${quote(choices.join(' '))} ;;`),
  )
  const subcommands = all.flatMap(({ path, commands }) => commands.map(({ name }) => quote(`${path} ${name}`.trim())))
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
    const here = `-n ${quote(`__daybook_at ${path}`.trim())}`
    return [
      ...commands.map(({ name, summary }) => `complete -c daybook -f ${here} -a ${name} -d ${quote(summary)}`),
      ...values.map(value => `complete -c daybook -f ${here} -a ${value}`),
      ...flags.map(({ long, help: about, value, choices }) => {
        const words = choices.length > 0 ? ` -f -a ${quote(choices.join(' '))}` : ''
        return `complete -c daybook ${here} -l ${long.slice(2)}${value === 'none' ? '' : ` -r${words}`} -d ${quote(about)}`
      }),
    ]
  })
  const paths = all.map(({ path }) => path).filter(Boolean)
  return `set -g __daybook_paths ${paths.map(quote).join(' ')}
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

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
