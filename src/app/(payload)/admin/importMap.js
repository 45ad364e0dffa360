import { TicketHead as TicketHead_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TicketSubject as TicketSubject_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketDescription as TicketDescription_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketOpenedWith as TicketOpenedWith_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { RequesterBounce as RequesterBounce_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { SavedReplyPicker as SavedReplyPicker_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketConversation as TicketConversation_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketFiles as TicketFiles_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketStatusCell as TicketStatusCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketSelect as TicketSelect_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { PersonField as PersonField_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TicketOrganization as TicketOrganization_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TagsField as TagsField_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { CustomerCard as CustomerCard_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CustomerVisit as CustomerVisit_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CustomerTickets as CustomerTickets_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CustomerTransfers as CustomerTransfers_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CustomerRequests as CustomerRequests_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CustomerMails as CustomerMails_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TicketBar as TicketBar_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { RefusedSave as RefusedSave_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketEmails as TicketEmails_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TicketEmailsTab as TicketEmailsTab_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TicketHistory as TicketHistory_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TicketList as TicketList_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { InboundMailPage as InboundMailPage_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { InboundList as InboundList_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { FolderFiles as FolderFiles_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { OpenedWith as OpenedWith_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { OrganizationFilter as OrganizationFilter_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { FolderField as FolderField_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { FileSizeCell as FileSizeCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { FileDownloadCell as FileDownloadCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TransferStatusCell as TransferStatusCell_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TransferFetchedCell as TransferFetchedCell_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TransfersHeader as TransfersHeader_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { TransferPage as TransferPage_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { RequestStatusCell as RequestStatusCell_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { RequestMissingCell as RequestMissingCell_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { RequestsHeader as RequestsHeader_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { RequestPage as RequestPage_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { EmailPage as EmailPage_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { EmailLogList as EmailLogList_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { RoleField as RoleField_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { PersonSessions as PersonSessions_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CustomerFiles as CustomerFiles_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { OrganizationPeople as OrganizationPeople_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { KeyStateCell as KeyStateCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyStateField as KeyStateField_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyNameCell as KeyNameCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyPrefixCell as KeyPrefixCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyOrganizationCell as KeyOrganizationCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyScopesCell as KeyScopesCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyScopesField as KeyScopesField_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyUseCell as KeyUseCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { KeyRevokeCell as KeyRevokeCell_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { ApiKeysHeader as ApiKeysHeader_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { WebhookHealthCell as WebhookHealthCell_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { WebhookEventsCell as WebhookEventsCell_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { WebhooksHeader as WebhooksHeader_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { WebhookPage as WebhookPage_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { RscEntryLexicalCell as RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { RscEntryLexicalField as RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { LexicalDiffComponent as LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e } from '@payloadcms/richtext-lexical/rsc'
import { FixedToolbarFeatureClient as FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { LinkFeatureClient as LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BoldFeatureClient as BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ItalicFeatureClient as ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnderlineFeatureClient as UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { StrikethroughFeatureClient as StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SubscriptFeatureClient as SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { SuperscriptFeatureClient as SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { InlineCodeFeatureClient as InlineCodeFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ParagraphFeatureClient as ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HeadingFeatureClient as HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { AlignFeatureClient as AlignFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { IndentFeatureClient as IndentFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { UnorderedListFeatureClient as UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { OrderedListFeatureClient as OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { ChecklistFeatureClient as ChecklistFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { BlockquoteFeatureClient as BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { HorizontalRuleFeatureClient as HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { InlineToolbarFeatureClient as InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864 } from '@payloadcms/richtext-lexical/client'
import { DeliveryPage as DeliveryPage_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { MailCarriers as MailCarriers_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { ServiceChoice as ServiceChoice_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { SecretField as SecretField_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { RetentionNote as RetentionNote_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { EventsState as EventsState_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { EventCredentials as EventCredentials_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { AlertsState as AlertsState_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { SettingsGroup as SettingsGroup_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { MailboxState as MailboxState_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { BlockedSenders as BlockedSenders_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { SettingsView as SettingsView_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { PortalWork as PortalWork_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { SendFilesHere as SendFilesHere_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { AskForFilesHere as AskForFilesHere_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { PortalAlerts as PortalAlerts_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { Opener as Opener_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { HeldReplies as HeldReplies_aeba8203fca284edfbb163c93925d986 } from 'payload-support-portal/client'
import { TicketsWidget as TicketsWidget_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { WebhooksWidget as WebhooksWidget_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { MailWidget as MailWidget_a6398ea8ae0a8728de3a8aa23b33b431 } from 'payload-support-portal/rsc'
import { CollectionCards as CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1 } from '@payloadcms/next/rsc'

/** @type import('payload').ImportMap */
export const importMap = {
  "payload-support-portal/rsc#TicketHead": TicketHead_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#TicketSubject": TicketSubject_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TicketDescription": TicketDescription_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TicketOpenedWith": TicketOpenedWith_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#RequesterBounce": RequesterBounce_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#SavedReplyPicker": SavedReplyPicker_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TicketConversation": TicketConversation_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TicketFiles": TicketFiles_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TicketStatusCell": TicketStatusCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TicketSelect": TicketSelect_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#PersonField": PersonField_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#TicketOrganization": TicketOrganization_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#TagsField": TagsField_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#CustomerCard": CustomerCard_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#CustomerVisit": CustomerVisit_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#CustomerTickets": CustomerTickets_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#CustomerTransfers": CustomerTransfers_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#CustomerRequests": CustomerRequests_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#CustomerMails": CustomerMails_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#TicketBar": TicketBar_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#RefusedSave": RefusedSave_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#TicketEmails": TicketEmails_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#TicketEmailsTab": TicketEmailsTab_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#TicketHistory": TicketHistory_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#TicketList": TicketList_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#InboundMailPage": InboundMailPage_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#InboundList": InboundList_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#FolderFiles": FolderFiles_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#OpenedWith": OpenedWith_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#OrganizationFilter": OrganizationFilter_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#FolderField": FolderField_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#FileSizeCell": FileSizeCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#FileDownloadCell": FileDownloadCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#TransferStatusCell": TransferStatusCell_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#TransferFetchedCell": TransferFetchedCell_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#TransfersHeader": TransfersHeader_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#TransferPage": TransferPage_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#RequestStatusCell": RequestStatusCell_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#RequestMissingCell": RequestMissingCell_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#RequestsHeader": RequestsHeader_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#RequestPage": RequestPage_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#EmailPage": EmailPage_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#EmailLogList": EmailLogList_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#RoleField": RoleField_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#PersonSessions": PersonSessions_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#CustomerFiles": CustomerFiles_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#OrganizationPeople": OrganizationPeople_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#KeyStateCell": KeyStateCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyStateField": KeyStateField_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyNameCell": KeyNameCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyPrefixCell": KeyPrefixCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyOrganizationCell": KeyOrganizationCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyScopesCell": KeyScopesCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyScopesField": KeyScopesField_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyUseCell": KeyUseCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#KeyRevokeCell": KeyRevokeCell_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#ApiKeysHeader": ApiKeysHeader_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#WebhookHealthCell": WebhookHealthCell_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#WebhookEventsCell": WebhookEventsCell_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#WebhooksHeader": WebhooksHeader_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#WebhookPage": WebhookPage_a6398ea8ae0a8728de3a8aa23b33b431,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalCell": RscEntryLexicalCell_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#RscEntryLexicalField": RscEntryLexicalField_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/rsc#LexicalDiffComponent": LexicalDiffComponent_44fe37237e0ebf4470c9990d8cb7b07e,
  "@payloadcms/richtext-lexical/client#FixedToolbarFeatureClient": FixedToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#LinkFeatureClient": LinkFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BoldFeatureClient": BoldFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ItalicFeatureClient": ItalicFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnderlineFeatureClient": UnderlineFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#StrikethroughFeatureClient": StrikethroughFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SubscriptFeatureClient": SubscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#SuperscriptFeatureClient": SuperscriptFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#InlineCodeFeatureClient": InlineCodeFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ParagraphFeatureClient": ParagraphFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HeadingFeatureClient": HeadingFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#AlignFeatureClient": AlignFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#IndentFeatureClient": IndentFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#UnorderedListFeatureClient": UnorderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#OrderedListFeatureClient": OrderedListFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#ChecklistFeatureClient": ChecklistFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#BlockquoteFeatureClient": BlockquoteFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#HorizontalRuleFeatureClient": HorizontalRuleFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "@payloadcms/richtext-lexical/client#InlineToolbarFeatureClient": InlineToolbarFeatureClient_e70f5e05f09f93e00b997edb1ef0c864,
  "payload-support-portal/rsc#DeliveryPage": DeliveryPage_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#MailCarriers": MailCarriers_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#ServiceChoice": ServiceChoice_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#SecretField": SecretField_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#RetentionNote": RetentionNote_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#EventsState": EventsState_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#EventCredentials": EventCredentials_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#AlertsState": AlertsState_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#SettingsGroup": SettingsGroup_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#MailboxState": MailboxState_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#BlockedSenders": BlockedSenders_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#SettingsView": SettingsView_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#PortalWork": PortalWork_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#SendFilesHere": SendFilesHere_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#AskForFilesHere": AskForFilesHere_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#PortalAlerts": PortalAlerts_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/client#Opener": Opener_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/client#HeldReplies": HeldReplies_aeba8203fca284edfbb163c93925d986,
  "payload-support-portal/rsc#TicketsWidget": TicketsWidget_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#WebhooksWidget": WebhooksWidget_a6398ea8ae0a8728de3a8aa23b33b431,
  "payload-support-portal/rsc#MailWidget": MailWidget_a6398ea8ae0a8728de3a8aa23b33b431,
  "@payloadcms/next/rsc#CollectionCards": CollectionCards_f9c02e79a4aed9a3924487c0cd4cafb1
}
