import {
  IconActivity,
  IconBuilding,
  IconCameraCheck,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardList,
  IconCoinRupee,
  IconDatabaseEdit,
  IconDroplet,
  IconDropletHalf2,
  IconDropletPlus,
  IconDroplets,
  IconFileCheck,
  IconFridge,
  IconHistory,
  IconKey,
  IconLink,
  IconListDetails,
  IconMessages,
  IconMicroscope,
  IconNotebook,
  IconPlugConnectedX,
  type IconProps,
  IconReceiptRupee,
  IconShieldCheck,
  IconSnowflake,
  IconSpeakerphone,
  IconSteeringWheel,
  IconTent,
  IconTruckDelivery,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { type ComponentType, lazy } from 'react'
import type { ScreenId } from './menu.ts'

type ScreenLook = {
  icon: ComponentType<IconProps>
  /** What the screen is for, in the words of its card. */
  about: string
  component: ScreenComponent
  /** Loads its code ahead of time; otherwise that happens when it is opened. */
  load: () => Promise<unknown>
}

type ScreenComponent = ComponentType<{ title: string; detail?: string | undefined }>

/** Its code is loaded when it is opened, or on hover and focus of its link. */
const screenIn = <Name extends string>(load: () => Promise<Record<Name, ScreenComponent>>, name: Name) => ({
  component: lazy(async () => ({ default: (await load())[name] })),
  load,
})

/** Icon, words and code of each screen; the menu decides which of them a member has. */
export const screenLooks: Record<ScreenId, ScreenLook> = {
  request: {
    icon: IconDropletPlus,
    about: 'Blood for a patient, at once or reserved.',
    ...screenIn(() => import('./screens/hospital/raise/RaiseScreen.tsx'), 'RaiseScreen'),
  },
  approval: {
    icon: IconClipboardCheck,
    about: 'Requests that wait for a yes or a no.',
    ...screenIn(() => import('./screens/hospital/approval/ApprovalScreen.tsx'), 'ApprovalScreen'),
  },
  requestStatus: {
    icon: IconListDetails,
    about: 'Every request and where it stands.',
    ...screenIn(
      () => import('./screens/hospital/request-status/RequestStatusScreen.tsx'),
      'RequestStatusScreen',
    ),
  },
  deliveryStatus: {
    icon: IconTruckDelivery,
    about: 'What is on its way, and when it is due.',
    ...screenIn(
      () => import('./screens/hospital/delivery-status/DeliveryStatusScreen.tsx'),
      'DeliveryStatusScreen',
    ),
  },
  liveStatus: {
    icon: IconActivity,
    about: 'Requests under way, as they move.',
    ...screenIn(() => import('./screens/hospital/live-status/LiveStatusScreen.tsx'), 'LiveStatusScreen'),
  },

  prbc: {
    icon: IconDroplet,
    about: 'Count your stock of red cells.',
    ...screenIn(() => import('./screens/bank/stock/StockScreen.tsx'), 'PrbcScreen'),
  },
  sdp: {
    icon: IconDropletHalf2,
    about: 'Count your stock of single donor platelets.',
    ...screenIn(() => import('./screens/bank/stock/StockScreen.tsx'), 'SdpScreen'),
  },
  ffp: {
    icon: IconSnowflake,
    about: 'Count your stock of plasma.',
    ...screenIn(() => import('./screens/bank/stock/StockScreen.tsx'), 'FfpScreen'),
  },
  rdp: {
    icon: IconDroplets,
    about: 'Count your stock of random donor platelets.',
    ...screenIn(() => import('./screens/bank/stock/StockScreen.tsx'), 'RdpScreen'),
  },
  history: {
    icon: IconHistory,
    about: 'What you issued, and to whom.',
    ...screenIn(() => import('./screens/bank/issuing/IssuingHistoryScreen.tsx'), 'IssuingHistoryScreen'),
  },
  bloodCamp: {
    icon: IconTent,
    about: 'Ask for a camp on a date a company offers.',
    ...screenIn(() => import('./screens/bank/camp/CampScreen.tsx'), 'CampScreen'),
  },
  consent: {
    icon: IconFileCheck,
    about: 'Donor forms to complete, and their certificates.',
    ...screenIn(() => import('./screens/bank/consent/ConsentScreen.tsx'), 'ConsentScreen'),
  },

  bench: {
    icon: IconMicroscope,
    about: 'From a linked order to its slip: sample, match, issue.',
    ...screenIn(() => import('./screens/bank/bench/BenchScreen.tsx'), 'BenchScreen'),
  },
  bags: {
    icon: IconFridge,
    about: 'Every bag with its expiry, its place and its life.',
    ...screenIn(() => import('./screens/bank/bags/BagsScreen.tsx'), 'BagsScreen'),
  },

  people: {
    icon: IconUsers,
    about: 'Who acts for you: invite, stop, let in again.',
    ...screenIn(() => import('./screens/people/PeopleScreen.tsx'), 'PeopleScreen'),
  },

  status: {
    icon: IconClipboardList,
    about: 'Every order, its invoices and its times.',
    ...screenIn(() => import('./screens/provider/orders/OrdersScreen.tsx'), 'OrdersScreen'),
  },
  orders: {
    icon: IconSteeringWheel,
    about: 'What each driver carries and has carried.',
    ...screenIn(() => import('./screens/provider/drivers/DriverOrdersScreen.tsx'), 'DriverOrdersScreen'),
  },
  orderImages: {
    icon: IconCameraCheck,
    about: 'Pictures taken along the way of an order.',
    ...screenIn(() => import('./screens/provider/images/SampleImagesScreen.tsx'), 'SampleImagesScreen'),
  },
  updateDB: {
    icon: IconDatabaseEdit,
    about: 'Set the status of an order, with a note or files.',
    ...screenIn(() => import('./screens/provider/update-db/UpdateDbScreen.tsx'), 'UpdateDbScreen'),
  },
  priceTracking: {
    icon: IconReceiptRupee,
    about: 'What each order cost, part by part.',
    ...screenIn(
      () => import('./screens/provider/price-tracking/PriceTrackingScreen.tsx'),
      'PriceTrackingScreen',
    ),
  },
  componentTracking: {
    icon: IconChartBar,
    about: 'Units by group and component, over any days.',
    ...screenIn(
      () => import('./screens/provider/component-tracking/ComponentTrackingScreen.tsx'),
      'ComponentTrackingScreen',
    ),
  },
  linkBloodBank: {
    icon: IconLink,
    about: 'Give an order its blood bank and its driver.',
    ...screenIn(() => import('./screens/provider/linking/LinkScreen.tsx'), 'LinkScreen'),
  },
  updatePrices: {
    icon: IconCoinRupee,
    about: 'Prices of components and of deliveries.',
    ...screenIn(() => import('./screens/provider/prices/PricesScreen.tsx'), 'PricesScreen'),
  },
  updateCompany: {
    icon: IconBuilding,
    about: 'Companies and the days they offer for camps.',
    ...screenIn(() => import('./screens/provider/companies/CompanyScreen.tsx'), 'CompanyScreen'),
  },
  createUser: {
    icon: IconUserPlus,
    about: 'Register a driver with an account.',
    ...screenIn(
      () => import('./screens/provider/drivers/DriverRegistrationScreen.tsx'),
      'DriverRegistrationScreen',
    ),
  },
  accounts: {
    icon: IconUsersGroup,
    about: 'Hospitals, banks, and who may sign in for them.',
    ...screenIn(() => import('./screens/provider/accounts/AccountsScreen.tsx'), 'AccountsScreen'),
  },
  messages: {
    icon: IconMessages,
    about: 'Mails and text messages, sent or not.',
    ...screenIn(() => import('./screens/provider/messages/MessagesScreen.tsx'), 'MessagesScreen'),
  },
  audit: {
    icon: IconShieldCheck,
    about: 'What was done, by whom, and who looked.',
    ...screenIn(() => import('./screens/audit/AuditScreen.tsx'), 'AuditScreen'),
  },
  registers: {
    icon: IconNotebook,
    about: 'What was issued, matched, discarded and taken in.',
    ...screenIn(() => import('./screens/bank/registers/RegistersScreen.tsx'), 'RegistersScreen'),
  },
  downtime: {
    icon: IconPlugConnectedX,
    about: 'What to print for the day nothing works.',
    ...screenIn(() => import('./screens/downtime/DowntimeScreen.tsx'), 'DowntimeScreen'),
  },
  keys: {
    icon: IconKey,
    about: 'Your own programs: what they may, and when they called.',
    ...screenIn(() => import('./KeysAndHooks.tsx'), 'KeysAndHooks'),
  },
  notices: {
    icon: IconSpeakerphone,
    about: 'What everybody, or some, read on Home.',
    ...screenIn(() => import('./screens/provider/notices/NoticesScreen.tsx'), 'NoticesScreen'),
  },
}
