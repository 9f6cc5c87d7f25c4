import { readFileSync } from 'node:fs'

/** The columns that the build wrote the help pages for. */
export const helpWidth = 80

/** The help page that a command line asks for, from those that the build wrote beside the program. */
export function builtHelp(args: readonly string[], columns: number | undefined): string | undefined {
  if (!args.some(arg => arg === '--help' || arg === '-h') || (columns ?? helpWidth) < helpWidth) return undefined
  const pages = readPages()
  const firstFlag = args.findIndex(arg => arg.startsWith('-'))
  const words = args.slice(0, firstFlag)
  // What follows the words of a command are its arguments.
  for (let count = words.length; count > 0; count--) {
    const page = pages[words.slice(0, count).join(' ')]
    const isGroup = Object.keys(pages).some(name => name.startsWith(`${words.slice(0, count).join(' ')} `))
    // An unknown verb of a group is for the program to refuse.
    if (page !== undefined) return isGroup && count < words.length ? undefined : page
  }
  return words.length === 0 ? pages[''] : undefined
}

function readPages(): { [command: string]: string } {
  try {
    return JSON.parse(readFileSync(new URL('./help.json', import.meta.url), 'utf8'))
  } catch {
    // Run from its sources the program makes them itself.
    return {}
  }
}
