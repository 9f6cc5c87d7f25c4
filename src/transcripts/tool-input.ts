import { isObject } from './record.ts'

const pathKeys = [
  'file_path',
  'filePath',
  'notebook_path',
  'target_file',
  'targetFile',
  'relativeWorkspacePath',
  'absolute_path',
  'path',
]

/** The file a tool was called on, if its input names one. */
export function pathOf(input: unknown): string | null {
  if (!isObject(input)) return null
  for (const key of pathKeys) {
    const path = input[key]
    if (typeof path === 'string' && path.trim() !== '') return path
  }
  return null
}

/** The command a tool was called with, as it was given: a line, or the words of one. */
export function commandOf(input: unknown): string | string[] | null {
  if (!isObject(input)) return null
  return asCommand(input.command) ?? asCommand(input.cmd)
}

/** The command as one line. */
export function commandLine(input: unknown): string | null {
  const command = commandOf(input)
  return Array.isArray(command) ? command.join(' ') : command
}

function asCommand(value: unknown): string | string[] | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value
  if (!Array.isArray(value)) return null
  const words = value.filter(word => typeof word === 'string')
  return words.length > 0 ? words : null
}
