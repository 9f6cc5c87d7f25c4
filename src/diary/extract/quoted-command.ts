import { excerpt } from './text.ts'

/** A command between back quotes. */
export function quotedCommand(command: string, root: string | null): string {
  return `\`${excerpt(command, 60, root).replaceAll('`', "'")}\``
}
