import { Modal } from './modal.tsx'

interface Props {
  open: boolean
  onStay: () => void
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before unsaved text is left. */
export function LeaveDraft({ open, onStay, onKeep, onDiscard }: Props) {
  return (
    <Modal
      open={open}
      onClose={onStay}
      title="Leave without saving?"
      lead="Your text is not stored on the server yet. A kept draft stays in this browser until you come back."
    >
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onStay}>
          Continue editing
        </button>
        <button type="button" className="button" onClick={onDiscard}>
          Discard draft
        </button>
        <button type="button" className="button primary" onClick={onKeep}>
          Keep draft and leave
        </button>
      </div>
    </Modal>
  )
}
