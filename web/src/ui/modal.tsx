import { late } from './late.tsx'

/** A dialog that traps focus, closes with Escape and returns focus to the control that opened it. */
export const Modal = late(
  async () => (await import('./dialog-frame.tsx')).DialogFrame,
  ({ open }) => open,
)
