import { commandOf } from '../../../transcripts/tool-input.ts'
import type { Word } from './lex.ts'
import { simpleCommands } from './split.ts'
import { unwrap } from './unwrap.ts'

export interface ShellCommand {
  words: Word[]
  /** Its exit status cannot be seen in that of the whole. */
  masked: boolean
}

/** The script a call hands to the shell. */
export function scriptOf(input: unknown): string | null {
  const command = commandOf(input)
  if (!Array.isArray(command)) return command
  const [, option = '', script] = command
  return /^-l?c$/.test(option) && script !== undefined ? script : command.join(' ')
}

/** Every simple command of a script without its wrappers, those of scripts inside it included. */
export function commandsIn(script: string, masked = false, depth = 0): ShellCommand[] {
  return simpleCommands(script).flatMap(simple => {
    const inner = unwrap(simple.words)
    const hidden = masked || simple.masked
    if ('script' in inner) return depth < deepest ? commandsIn(inner.script, hidden, depth + 1) : []
    return inner.words.length > 0 ? [{ words: inner.words, masked: hidden }] : []
  })
}

const deepest = 8

/** The command as a person would type it. */
export function commandText({ words }: ShellCommand): string {
  return words.map(({ raw }) => raw).join(' ')
}

export function valuesOf({ words }: ShellCommand): string[] {
  return words.map(({ value }) => value)
}
