import { createInterface } from 'node:readline/promises'

/** Asks the person on the terminal; undefined when there is none to ask. */
export async function askLine(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await reader.question(question)).trim()
  } finally {
    reader.close()
  }
}
