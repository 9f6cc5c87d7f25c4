import { type ComponentType, useEffect, useState } from 'react'
import type { ModalProps } from './dialog-frame.tsx'
import { whenShown } from './when-shown.ts'

/** Loaded shortly after the first screen is drawn, so that it does not wait for it and a dialog opens at once. */
let Frame: ComponentType<ModalProps> | undefined

async function loadFrame(): Promise<void> {
  Frame = (await import('./dialog-frame.tsx')).DialogFrame
}

/** A dialog that traps focus, closes with Escape and returns focus to the control that opened it. */
export function Modal(props: ModalProps) {
  const [, setLoaded] = useState(Frame !== undefined)
  useEffect(() => {
    if (Frame) return
    const show = () =>
      loadFrame().then(
        () => setLoaded(true),
        () => undefined,
      )
    if (props.open) void show()
    else return whenShown(() => void show(), 400)
  }, [props.open])
  return Frame ? <Frame {...props} /> : null
}
