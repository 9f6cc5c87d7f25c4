import type { State } from '../../../records/states.ts'
import type { Cell } from '../rows.ts'
import type { Colors } from '../terminal.ts'

const marks: Record<State, string> = { OPEN: '○', LATER: '◇', RESOLVED: '●', DISCARDED: '×' }

export const legend = '○ open  ◇ later  ● resolved  × discarded'

export function stateMark(state: State, colors: Colors): Cell {
  return { text: marks[state], paint: paintOf(state, colors) }
}

function paintOf(state: State, colors: Colors): (text: string) => string {
  if (state === 'OPEN') return colors.green
  if (state === 'LATER') return colors.yellow
  return state === 'RESOLVED' ? colors.blue : colors.dim
}

/** A stored time on the reader's own clock, to the minute. */
export function when(iso: string): string {
  const time = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Enough of a handle to tell sessions apart on a page; whoever is no session keeps the whole name. */
export function shortSession(id: string): string {
  return id.startsWith('ses_') ? id.slice(0, 8) : id
}

/** `1 record`, `2 records`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

/** A list from a flag: `OPEN,LATER` or `open, later`. */
export function upperList(given: string): string[] {
  return given.split(',').map(each => each.trim().toUpperCase())
}
