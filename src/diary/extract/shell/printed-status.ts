import { type ShellCommand, storedStatus, valuesOf } from './commands.ts'

/** `npm test > log; echo "exit: $?"`, `… && echo OK || echo FAILED`: the script itself prints how the check ended. */
export function statusPrinted(commands: readonly ShellCommand[], at: number, text: string): number | null {
  const check = commands[at]
  const next = placeBehind(commands, at)
  const lines = text.split('\n')
  const isPrinted = (words: string | null) => words !== null && words !== '' && lines.includes(words)
  const asked = commands[next] && check?.filters.length === 0 ? valuesOf(commands[next]).join(' ') : ''
  const [, comparison] =
    /^(?:\[{1,2}|test) \$\?"? (-eq|-ne|==|!=) 0(?: \]{1,2})?$/.exec(asked.replaceAll('"', '')) ?? []
  if (comparison !== undefined) {
    const [one, other] = [textEchoed(commands[next + 1]), textEchoed(commands[next + 2])]
    const isWell = comparison === '-eq' || comparison === '=='
    if (isPrinted(one)) return isWell ? 0 : 1
    return commands[next + 2]?.joiner !== '&&' && isPrinted(other) ? (isWell ? 1 : 0) : null
  }
  const printed = textEchoed(commands[next])
  if (!check || printed === null) return null
  const variable = /\$(?:\?|\{\?\}|\{PIPESTATUS\[0\]\}|\{pipestatus\[1\]\}|pipestatus\[1\]|LASTEXITCODE)/.exec(printed)
  if (variable) {
    // What PowerShell pipes through its own commands keeps the status of the program.
    const isPipes = !check.filters.every(
      ([program]) => variable[0] === '$LASTEXITCODE' && /^[A-Z]/.test(program?.value ?? ''),
    )
    return isPipes && !/pipestatus/i.test(variable[0]) ? null : numberAfter(printed.slice(0, variable.index), text)
  }
  if (check.filters.length > 0) return null
  if (check.joiner === '||') return isPrinted(printed) ? 1 : null
  if (check.joiner !== '&&') return null
  if (isPrinted(printed)) return 0
  return commands[next]?.joiner === '||' && isPrinted(textEchoed(commands[next + 1])) ? 1 : null
}

/** `npm test; rc=$?; echo "rc=$rc"; exit $rc`: the status is kept, then printed or handed on. */
export function statusKept(
  commands: readonly ShellCommand[],
  at: number,
  text: string,
  exit: number | null,
): number | null {
  const keeping = placeBehind(commands, at)
  const ending = keeping === commands.length - 1 ? valuesOf(commands[keeping] ?? { words: [] }).join(' ') : ''
  if (/^exit (?:\$\{PIPESTATUS\[0\]\}|\$\{pipestatus\[1\]\}|\$pipestatus\[1\])$/.test(ending)) return exit
  const command = commands[keeping]
  const name = command ? storedStatus(command) : null
  if (name === null) return null
  const [last, handed = ''] = valuesOf(commands.at(-1) ?? { words: [] })
  if (last === 'exit' && handed === `$${name}`) return exit
  const spellings = [`$${name}`, `\${${name}}`]
  for (const later of commands.slice(keeping + 1)) {
    const printed = textEchoed(later) ?? ''
    const place = Math.max(...spellings.map(each => printed.indexOf(each)))
    if (place >= 0) return numberAfter(printed.slice(0, place), text)
  }
  return null
}

/** The place of the command behind this one and what it is piped through. */
export function placeBehind(commands: readonly ShellCommand[], at: number): number {
  return at + 1 + (commands[at]?.filters.length ?? 0)
}

const echoing = new Set(['echo', 'Write-Host', 'Write-Output'])

export function textEchoed(command: ShellCommand | undefined): string | null {
  const [program, ...words] = command ? valuesOf(command) : []
  return program !== undefined && echoing.has(program) ? words.filter(word => !/^-[neE]+$/.test(word)).join(' ') : null
}

/** The last status that was printed behind these words. */
function numberAfter(words: string, text: string): number | null {
  const printed = text.split('\n').flatMap(line => {
    const found = /^\d{1,3}$/.exec(line.startsWith(words) ? line.slice(words.length).trim() : '')
    return found ? [Number(found[0])] : []
  })
  return printed.at(-1) ?? null
}
