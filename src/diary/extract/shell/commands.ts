import { commandOf } from '../../../transcripts/tool-input.ts'
import { type SimpleCommand, simpleCommands } from './split.ts'
import { unwrap } from './unwrap.ts'

export type ShellCommand = SimpleCommand

/** The script a call hands to the shell. */
export function scriptOf(input: unknown): string | null {
  const command = commandOf(input)
  if (!Array.isArray(command)) return command
  const [, option = '', script] = command
  return /^-l?c$/.test(option) && script !== undefined ? script : command.join(' ')
}

/** Every simple command of a script without its wrappers, those of scripts inside it included. */
export function commandsIn(script: string, depth = 0): ShellCommand[] {
  return simpleCommands(script).flatMap(simple => {
    const inner = unwrap(simple.words)
    if ('words' in inner) return inner.words.length > 0 ? [{ ...simple, words: inner.words }] : []
    if (depth >= deepest) return []
    return commandsIn(inner.script, depth + 1).map(command => ({
      ...command,
      masked: command.masked || simple.masked,
      filters: [...command.filters, ...simple.filters],
      joiner: command.joiner ?? simple.joiner,
    }))
  })
}

const deepest = 8

/** The command as a person would type it. */
export function commandText({ words }: Pick<ShellCommand, 'words'>): string {
  return words.map(({ raw }) => raw).join(' ')
}

export function valuesOf({ words }: ShellCommand): string[] {
  return words.map(({ value }) => value)
}
