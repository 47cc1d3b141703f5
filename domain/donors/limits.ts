/** Ruling AMB-198. Apart from the shape, so that the light public page can know them without it. */
export const donorTextLimits = {
  name: 120,
  phone: 200,
  email: 200,
  address: 200,
  altAddress: 200,
  lastMeal: 200,
} as const
