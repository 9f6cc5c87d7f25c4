import './shell.css'

export function ProjectInitial({ name }: { name: string }) {
  return (
    <span
      className="project-initial stack place-center fixed-size rounded-s bg-accent tone-accent text-2xs"
      aria-hidden="true"
    >
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
