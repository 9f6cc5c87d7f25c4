import { turnEnds } from '../turns/turn.ts'

export const roundStates = [
  'created',
  'phase1',
  'phase2',
  'closing',
  'closed',
  'canceling',
  'cancelled',
  'interrupted',
] as const
export type RoundState = (typeof roundStates)[number]

export const turnStates = ['queued', 'running', ...turnEnds] as const

const next: { readonly [from in RoundState]: readonly RoundState[] } = {
  created: ['phase1', 'closing', 'canceling', 'interrupted'],
  phase1: ['phase2', 'canceling', 'interrupted'],
  phase2: ['closing', 'canceling', 'interrupted'],
  closing: ['closed', 'canceling'],
  closed: [],
  canceling: ['cancelled'],
  cancelled: [],
  interrupted: ['created', 'phase1', 'phase2', 'canceling'],
}

export function mayMove(from: RoundState, to: RoundState): boolean {
  return next[from].includes(to)
}

export function isOver(state: RoundState): boolean {
  return next[state].length === 0
}
