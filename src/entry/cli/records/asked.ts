import { type State, states } from '../../../records/states.ts'
import { usageFault } from '../failure.ts'
import { upperList } from './words.ts'

/** `--state open,later` as states; the operation would refuse others too, but in the words of its own fields. */
export function statesFrom(given: string | undefined): State[] | undefined {
  if (given === undefined) return undefined
  return upperList(given).map(name => stateFrom(name))
}

export function stateFrom(given: string): State {
  const state = states.find(each => each === given.toUpperCase())
  if (state) return state
  throw usageFault('No such state.', `The states are ${states.join(', ')}.`, { state: given })
}

export function numberFrom(given: string | undefined, flag: string): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw usageFault(`${flag} takes a whole number.`, `For example: ${flag} 3`)
}
