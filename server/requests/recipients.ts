/** Where mails and links of requests lead. */
export type Recipients = {
  providers: readonly string[]
  dev: readonly string[]
  publicUrl: string
  /** Before the order's id, in the message to its driver. */
  driverUrl: string
}
