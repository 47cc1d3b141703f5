/** A long e-mail address goes on after its name, and not in the middle of a word. */
export function AddressText({ address }: { address: string }) {
  const [name, ...host] = address.split(/(?=@)/)
  return (
    <>
      {name}
      <wbr />
      {host}
    </>
  )
}
