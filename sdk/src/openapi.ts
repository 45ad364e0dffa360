/** Made by `npm run sdk:types` from the API's description. */

export interface webhooks {
    "ticket.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was created.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_ticket_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A ticket was changed.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_ticket_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "ticket.replied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A reply to a ticket. Internal notes are never published.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_ticket_replied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "file.uploaded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file was uploaded.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_file_uploaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transfer was sent.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_transfer_sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.downloaded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file of a transfer was downloaded: its last byte was sent.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_transfer_downloaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The links of a transfer have ended.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_transfer_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "transfer.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A transfer was revoked, and its files are deleted.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_transfer_revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload_request.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Files were asked for.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_upload_request_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload_request.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A file has arrived by a link of an upload request.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_upload_request_received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload_request.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The person at a link of an upload request has said that they are done.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_upload_request_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "upload_request.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An open upload request has ended.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_upload_request_expired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The test of a webhook. It cannot be subscribed to.
         * @description Signed as Standard Webhooks defines, with the secret that the registration returned.
         */
        post: operations["event_webhook_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Organization: {
            id: string;
            /** @example Acme */
            name: string;
            /** Format: date-time */
            created_at: string;
        };
        PageMeta: {
            page: number;
            /** @example 25 */
            per_page: number;
            /** @description All rows, of all pages. */
            total: number;
        };
        CursorMeta: {
            /** @example 25 */
            per_page: number;
            /** @description The cursor of the next page; null on the last page. */
            next_cursor: string | null;
        };
        UnauthorizedError: {
            /** @constant */
            error: "unauthorized";
            /**
             * @description A sentence that a person can act on.
             * @example The API key is missing, invalid or expired. Generate a new key in Settings.
             */
            message: string;
        };
        ForbiddenError: {
            /** @constant */
            error: "forbidden";
            /**
             * @description A sentence that a person can act on.
             * @example This API key needs the scope tickets:write.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        MethodNotAllowedError: {
            /** @constant */
            error: "method_not_allowed";
            /**
             * @description A sentence that a person can act on.
             * @example PUT is not possible here.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        ValidationFailedError: {
            /** @constant */
            error: "validation_failed";
            /**
             * @description A sentence that a person can act on.
             * @example subject: Enter a subject.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
            /**
             * @example [
             *       {
             *         "path": "subject",
             *         "message": "Enter a subject."
             *       }
             *     ]
             */
            details: {
                /** @description In bodies with dots, such as `a.b`; else the name of the parameter or part; empty for the whole input. */
                path: string;
                message: string;
            }[];
        };
        RateLimitedError: {
            /** @constant */
            error: "rate_limited";
            /**
             * @description A sentence that a person can act on.
             * @example Too many requests. Try again in 12 seconds.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        InternalErrorError: {
            /** @constant */
            error: "internal_error";
            /**
             * @description A sentence that a person can act on.
             * @example Something went wrong on our side. Contact support and quote the request_id.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        UnavailableError: {
            /** @constant */
            error: "unavailable";
            /**
             * @description A sentence that a person can act on.
             * @example The database is not reachable. Try again in a moment.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        InsufficientStorageError: {
            /** @constant */
            error: "insufficient_storage";
            /**
             * @description A sentence that a person can act on.
             * @example The server has run out of disk space. Tell its administrator.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        TicketSummary: {
            id: string;
            /** @example VPN is slow */
            subject: string;
            /** @enum {string} */
            status: "open" | "in_progress" | "resolved" | "closed";
            /** @enum {string} */
            priority: "low" | "medium" | "high" | "urgent";
            /** Format: date-time */
            created_at: string;
        };
        Ticket: {
            id: string;
            /** @example VPN is slow */
            subject: string;
            /** @example Since this morning. */
            description: string | null;
            /** @enum {string} */
            status: "open" | "in_progress" | "resolved" | "closed";
            /** @enum {string} */
            priority: "low" | "medium" | "high" | "urgent";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The user who created it; null once they are deleted. */
            created_by: string | null;
            /** @description The client whom the ticket is for. */
            requester_id: string | null;
            /** @description The user who handles the ticket. */
            assignee_id: string | null;
            organization_id: string | null;
            /**
             * @description The way by which it came; null if it is older than version 4.10.
             * @example api
             * @enum {string|null}
             */
            source: "api" | "admin" | "email" | null;
            /**
             * @description The side that did not write the last reply to the other; null for a closed ticket.
             * @enum {string|null}
             */
            waiting_for: "staff" | "client" | null;
            /**
             * @description For staff and representatives; clients get no tags.
             * @example [
             *       "printer",
             *       "VIP"
             *     ]
             */
            tags?: string[];
            /**
             * @description The people who get the ticket’s mails beside the requester, and may reply.
             * @example [
             *       "7"
             *     ]
             */
            followers: string[];
            /** @description The ticket that this one was merged into. */
            merged_into: string | null;
        };
        BadRequestError: {
            /** @constant */
            error: "bad_request";
            /**
             * @description A sentence that a person can act on.
             * @example The body is not valid JSON.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        IdempotencyInFlightError: {
            /** @constant */
            error: "idempotency_in_flight";
            /**
             * @description A sentence that a person can act on.
             * @example A request with this Idempotency-Key is still running. Send it again in a moment.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        PayloadTooLargeError: {
            /** @constant */
            error: "payload_too_large";
            /**
             * @description A sentence that a person can act on.
             * @example The body is larger than 1 MiB.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        UnsupportedMediaTypeError: {
            /** @constant */
            error: "unsupported_media_type";
            /**
             * @description A sentence that a person can act on.
             * @example Send JSON in UTF-8 (Content-Type: application/json).
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        IdempotencyMismatchError: {
            /** @constant */
            error: "idempotency_mismatch";
            /**
             * @description A sentence that a person can act on.
             * @example This Idempotency-Key was used for another request. Use a new one for a new request.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        NotFoundError: {
            /** @constant */
            error: "not_found";
            /**
             * @description A sentence that a person can act on.
             * @example There is no such record.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        ConflictError: {
            /** @constant */
            error: "conflict";
            /**
             * @description A sentence that a person can act on.
             * @example The folder is not empty.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        InvalidTransitionError: {
            /** @constant */
            error: "invalid_transition";
            /**
             * @description A sentence that a person can act on.
             * @example A closed ticket can become: open.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        PreconditionFailedError: {
            /** @constant */
            error: "precondition_failed";
            /**
             * @description A sentence that a person can act on.
             * @example The ticket has changed since. Read it again, then decide.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        Follower: {
            id: string;
            /** @description Null if the person has given none. */
            name: string | null;
            /** @example ann@example.com */
            email: string;
        };
        Reply: {
            id: string;
            ticket_id: string;
            /** @example Please restart the router. */
            body: string;
            /** @description True for an internal note, which clients never see. */
            internal: boolean;
            /** Format: date-time */
            created_at: string;
            /** @description The user who wrote it; null once they are deleted. */
            created_by: string | null;
            /**
             * @description The way by which it came; null if it is older than version 4.10.
             * @example api
             * @enum {string|null}
             */
            source: "api" | "admin" | "email" | null;
            /**
             * @description The person who wrote it; null once they are deleted, if nothing says for which side they wrote.
             * @example {
             *       "name": "Ann",
             *       "side": "client"
             *     }
             */
            author: {
                /** @description Null if the person has given none. */
                name: string | null;
                /** @enum {string} */
                side: "staff" | "client";
            } | null;
            /** @description The files that were sent with it. */
            files: components["schemas"]["ReplyFile"][];
            /** @description The ids of the colleagues whom an internal note mentions; missing for clients. */
            mentions?: string[];
        };
        ReplyFile: {
            id: string;
            /**
             * @description The file name from the client, without a path.
             * @example log.txt
             */
            filename: string;
            /** @example 1024 */
            size_bytes: number;
            /**
             * @description The media type that the bytes show, else the declared one.
             * @example text/plain
             */
            mime_type: string;
            /** Format: date-time */
            uploaded_at: string;
            /** @description The user who uploaded it; null once they are deleted. */
            uploaded_by: string | null;
            /**
             * Format: uri
             * @description Valid for one hour, without other credentials.
             */
            download_url: string | null;
        };
        SavedReply: {
            id: string;
            /** @example Restart the router */
            title: string;
            /**
             * @description Text without markup. These stand for values of a ticket: {{ticket.id}}, {{ticket.subject}}, {{requester.name}}, {{agent.name}}.
             * @example Hello {{requester.name}}, please restart the router.
             */
            body: string;
            /** @description The only organization whose tickets it is for; null for all. */
            organization_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Folder: {
            id: string;
            /** @example Invoices */
            name: string;
            organization_id: string | null;
            /** Format: date-time */
            created_at: string;
        };
        File: {
            id: string;
            /**
             * @description The file name from the client, without a path.
             * @example log.txt
             */
            filename: string;
            /** @example 1024 */
            size_bytes: number;
            /**
             * @description The media type that the bytes show, else the declared one.
             * @example text/plain
             */
            mime_type: string;
            folder_id: string | null;
            ticket_id: string | null;
            /** @description The reply that it was sent with; null for any other. */
            reply_id: string | null;
            /** @description True if clients do not see it: it was sent with an internal note, or not yet. */
            internal: boolean;
            /** Format: date-time */
            uploaded_at: string;
            /** @description The user who uploaded it; null once they are deleted. */
            uploaded_by: string | null;
            /** @description The record whose link it came by; null for a file that a user uploaded. */
            uploaded_via: {
                /** @example upload_request */
                type: string;
                id: string;
                /** @description The name of who sent it, or else their address. */
                name: string | null;
            } | null;
            /**
             * Format: uri
             * @description Valid for one hour, without other credentials.
             */
            download_url: string;
        };
        LinkExpiredError: {
            /** @constant */
            error: "link_expired";
            /**
             * @description A sentence that a person can act on.
             * @example This code or link is no longer valid. Ask for a new one.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        RangeNotSatisfiableError: {
            /** @constant */
            error: "range_not_satisfiable";
            /**
             * @description A sentence that a person can act on.
             * @example The file has no such range.
             */
            message: string;
            /**
             * @description Quote it when you contact support.
             * @example 0b9f6c1e-6f0a-4c55-9a35-9d2d4a1c7e11
             */
            request_id: string;
        };
        Webhook: {
            id: string;
            /** @example https://example.com/hooks */
            url: string;
            events: ("ticket.created" | "ticket.updated" | "ticket.replied" | "file.uploaded" | "transfer.sent" | "transfer.downloaded" | "transfer.expired" | "transfer.revoked" | "upload_request.created" | "upload_request.received" | "upload_request.completed" | "upload_request.expired" | "ticket.*" | "transfer.*" | "upload_request.*" | "*")[];
            /** @enum {string} */
            status: "enabled" | "disabled";
            /** @description The organization whose events it receives; null for all. */
            organization_id: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * @description `owner`: by PATCH; `gone`: by a 410; `failing`: by five days of failing; null while enabled.
             * @example null
             * @enum {string|null}
             */
            disabled_reason: "owner" | "gone" | "failing" | null;
        };
        Delivery: {
            id: string;
            /** @example ticket.created */
            event: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts that have begun, including those that a crash ended. */
            attempts: number;
            /** @example 200 */
            response_status: number | null;
            /**
             * @example null
             * @enum {string|null}
             */
            error_class: "dns" | "connect" | "tls" | "timeout" | "status" | "redirect" | "blocked" | "disabled" | null;
            /** @example null */
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The start of the last attempt.
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Null during an attempt, and if no other follows.
             */
            next_attempt_at: string | null;
        };
        FullDelivery: {
            id: string;
            /** @example ticket.created */
            event: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            /** @description Attempts that have begun, including those that a crash ended. */
            attempts: number;
            /** @example 200 */
            response_status: number | null;
            /**
             * @example null
             * @enum {string|null}
             */
            error_class: "dns" | "connect" | "tls" | "timeout" | "status" | "redirect" | "blocked" | "disabled" | null;
            /** @example null */
            error: string | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description The start of the last attempt.
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Null during an attempt, and if no other follows.
             */
            next_attempt_at: string | null;
            /** @description The request of the last attempt. */
            request: {
                /**
                 * @example {
                 *       "content-type": "application/json"
                 *     }
                 */
                headers: {
                    [key: string]: string;
                };
                body: string;
            } | null;
            /** @description The response to the last attempt; null if there was none. */
            response: {
                status: number;
                /**
                 * @example {
                 *       "content-type": "application/json"
                 *     }
                 */
                headers: {
                    [key: string]: string;
                };
                /** @description The first 2 KiB, as text. */
                body: string;
            } | null;
        };
        EmailLogRow: {
            id: string;
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            status: "sent" | "failed";
            /** @example smtp */
            transport: string | null;
            /** @example ann@example.com, bob@example.com */
            to: string;
            /** @example VPN is slow */
            subject: string | null;
            /** @example ticket_update */
            type: string | null;
            /** @example ticket */
            related_type: string | null;
            related_id: string | null;
            user_id: string | null;
            /** @example null */
            error: string | null;
            /** @example null */
            readonly fallback: {
                transport: string;
                error: string;
            }[] | null;
            /** @example c0ffee@support.example.com */
            message_id: string | null;
            /**
             * @description The delivery of the mail after it was handed over; null if there is no report.
             * @example null
             */
            delivery: {
                /**
                 * @description The worst of all recipients.
                 * @enum {string}
                 */
                state: "complained" | "bounced" | "deferred" | "delivered";
                readonly recipients: {
                    address: string;
                    /** @enum {string} */
                    state: "complained" | "bounced" | "deferred" | "delivered";
                    /** Format: date-time */
                    at: string;
                    /** @description The words of the recipient’s server. */
                    detail: string | null;
                }[];
            } | null;
        };
        Transfer: {
            id: string;
            /** @example The signed contract */
            title: string;
            message: string | null;
            /** @enum {string} */
            status: "draft" | "ready" | "expired" | "revoked";
            /** @enum {string} */
            access: "link" | "code" | "account";
            has_password: boolean;
            /** @description The maximum number of downloads of each file through each link; null for any number. */
            max_downloads: number | null;
            /**
             * @description The downloads of which the creator gets a mail.
             * @enum {string}
             */
            notify: "first" | "every" | "none";
            organization_id: string | null;
            ticket_id: string | null;
            /** @description A user; null once they are deleted. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description The end of the links.
             */
            expires_at: string | null;
            /** Format: date-time */
            bytes_deleted_at: string | null;
            total_bytes: number;
            files: components["schemas"]["TransferFile"][];
            /** @description For clients themselves alone. */
            recipients: components["schemas"]["TransferRecipient"][];
        };
        TransferFile: {
            id: string;
            /** @example contract.pdf */
            filename: string;
            size_bytes: number;
            /** @example application/pdf */
            mime_type: string;
            /**
             * @description `passed`: the app’s scan has let it in. `none`: the app has no scan.
             * @enum {string}
             */
            scan: "passed" | "none";
        };
        TransferRecipient: {
            id: string;
            /** @example ann@example.com */
            email: string;
            name: string | null;
            /** @description The last mail to the recipient; null before it, and for clients. */
            delivery: {
                /** @enum {string} */
                state: "complained" | "bounced" | "deferred" | "delivered" | "failed" | "sent";
                /** Format: date-time */
                at: string;
                /** @description The words of the transport, or of the recipient’s server. */
                detail: string | null;
            } | null;
            /**
             * Format: date-time
             * @description The time at which a transport accepted the mail.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description The first unlock or download by a button.
             */
            opened_at: string | null;
            /**
             * Format: date-time
             * @description The last download.
             */
            downloaded_at: string | null;
            downloads: number;
        };
        RecordLink: {
            id: string;
            /** @description Null for a link without a recipient. */
            recipient_id: string | null;
            label: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            opened_at: string | null;
            /**
             * Format: date-time
             * @description The time at which wrong passwords stopped it.
             */
            stopped_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
        };
        LinkActivity: {
            id: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            kind: "sent" | "opened" | "unlocked" | "refused" | "downloaded" | "uploaded" | "withdrawn" | "extended" | "expired" | "revoked" | "deleted";
            link_id: string | null;
            recipient_id: string | null;
            /** @description Null for a download of all files as a zip, and for what is about none. */
            file_id: string | null;
            bytes: number | null;
            /** @example 198.51.100.0/24 */
            network: string | null;
            /** @example Firefox on Windows */
            browser: string | null;
        };
        UploadRequest: {
            id: string;
            /** @example Texts for the website */
            title: string;
            message: string | null;
            /** @enum {string} */
            status: "open" | "completed" | "closed" | "expired";
            /** @enum {string} */
            access: "link" | "code" | "account";
            has_password: boolean;
            organization_id: string | null;
            /** @description Null once the folder is deleted. */
            folder_id: string | null;
            ticket_id: string | null;
            /** @description A user; null once they are deleted. */
            created_by: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            due_at: string | null;
            /**
             * Format: date-time
             * @description The end of the links.
             */
            expires_at: string;
            accept: string[];
            max_files: number | null;
            max_bytes: number | null;
            reminders: boolean;
            received_files: number;
            received_bytes: number;
            /** Format: date-time */
            completed_at: string | null;
            items: components["schemas"]["UploadRequestItem"][];
            /** @description For clients those that they have sent themselves. */
            files: components["schemas"]["UploadRequestFile"][];
            /** @description For clients themselves alone. */
            recipients: components["schemas"]["UploadRequestRecipient"][];
        };
        UploadRequestItem: {
            id: string;
            /** @example Texts for the home page */
            label: string;
            required: boolean;
            file_ids: string[];
            /** @enum {string} */
            state: "missing" | "received" | "rejected";
            note: string | null;
        };
        UploadRequestFile: {
            id: string;
            /** @example texts.docx */
            filename: string;
            size_bytes: number;
            mime_type: string;
            /** @description Null for a file that is for no item. */
            item_id: string | null;
            /** @description Null for a link without a recipient. */
            recipient_id: string | null;
            link_id: string;
            /** Format: date-time */
            uploaded_at: string;
            /** @description True once its item was rejected. */
            rejected: boolean;
        };
        UploadRequestRecipient: {
            id: string;
            /** @example ann@example.com */
            email: string;
            name: string | null;
            /** @description The last mail to the recipient; null before it, and for clients. */
            delivery: {
                /** @enum {string} */
                state: "complained" | "bounced" | "deferred" | "delivered" | "failed" | "sent";
                /** Format: date-time */
                at: string;
                /** @description The words of the transport, or of the recipient’s server. */
                detail: string | null;
            } | null;
            /**
             * Format: date-time
             * @description The time at which a transport accepted the mail.
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description The first unlock or upload.
             */
            opened_at: string | null;
            /** @description The files that came by their link. */
            received_files: number;
        };
        TicketCreatedEvent: {
            /** @constant */
            event: "ticket.created";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A ticket was created. */
            data: {
                id: string;
                /** @example VPN is slow */
                subject: string;
                /** @enum {string} */
                status: "open" | "in_progress" | "resolved" | "closed";
                /** @enum {string} */
                priority: "low" | "medium" | "high" | "urgent";
                /** @description A user; null once they are deleted. */
                created_by: string | null;
            };
        };
        TicketUpdatedEvent: {
            /** @constant */
            event: "ticket.updated";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A ticket was changed. */
            data: {
                id: string;
                /** @example VPN is slow */
                subject: string;
                /** @enum {string} */
                status: "open" | "in_progress" | "resolved" | "closed";
                /** @enum {string} */
                priority: "low" | "medium" | "high" | "urgent";
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                updated_at: string;
                /**
                 * @description The changed fields, by their names in the API.
                 * @example {
                 *       "status": {
                 *         "from": "open",
                 *         "to": "resolved"
                 *       }
                 *     }
                 */
                changes: {
                    [key: string]: {
                        from: unknown;
                        to: unknown;
                    };
                };
                /** @description Rises by one per ticket. */
                sequence: number;
            };
        };
        TicketRepliedEvent: {
            /** @constant */
            event: "ticket.replied";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A reply to a ticket. Internal notes are never published. */
            data: {
                id: string;
                ticket_id: string;
                /** @example Please restart the router. */
                body: string;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                created_at: string;
            };
        };
        FileUploadedEvent: {
            /** @constant */
            event: "file.uploaded";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A file was uploaded. */
            data: {
                id: string;
                /** @example log.txt */
                filename: string;
                size_bytes: number;
                /** @example text/plain */
                mime_type: string;
                folder_id: string;
                ticket_id: string | null;
                /** Format: date-time */
                uploaded_at: string;
                /** @description A user; null once they are deleted. */
                uploaded_by: string | null;
            };
        };
        TransferSentEvent: {
            /** @constant */
            event: "transfer.sent";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A transfer was sent. */
            data: {
                id: string;
                /** @example The signed contract */
                title: string;
                /** @enum {string} */
                status: "draft" | "ready" | "expired" | "revoked";
                organization_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                sent_at: string | null;
                /** Format: date-time */
                expires_at: string | null;
                /** @description The number of its files. */
                files: number;
                /** @description The number of its recipients. */
                recipients: number;
            };
        };
        TransferDownloadedEvent: {
            /** @constant */
            event: "transfer.downloaded";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A file of a transfer was downloaded: its last byte was sent. */
            data: {
                id: string;
                /** @example The signed contract */
                title: string;
                /** @enum {string} */
                status: "draft" | "ready" | "expired" | "revoked";
                organization_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                sent_at: string | null;
                /** Format: date-time */
                expires_at: string | null;
                /** @description The number of its files. */
                files: number;
                /** @description The number of its recipients. */
                recipients: number;
                /** @description Null for a link without a recipient. */
                recipient_id: string | null;
                link_id: string;
                /** @description Null for a zip of all files. */
                file_id: string | null;
                /** @description The downloads of the recipient so far, this one included. */
                downloads: number;
            };
        };
        TransferExpiredEvent: {
            /** @constant */
            event: "transfer.expired";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description The links of a transfer have ended. */
            data: {
                id: string;
                /** @example The signed contract */
                title: string;
                /** @enum {string} */
                status: "draft" | "ready" | "expired" | "revoked";
                organization_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                sent_at: string | null;
                /** Format: date-time */
                expires_at: string | null;
                /** @description The number of its files. */
                files: number;
                /** @description The number of its recipients. */
                recipients: number;
            };
        };
        TransferRevokedEvent: {
            /** @constant */
            event: "transfer.revoked";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A transfer was revoked, and its files are deleted. */
            data: {
                id: string;
                /** @example The signed contract */
                title: string;
                /** @enum {string} */
                status: "draft" | "ready" | "expired" | "revoked";
                organization_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                sent_at: string | null;
                /** Format: date-time */
                expires_at: string | null;
                /** @description The number of its files. */
                files: number;
                /** @description The number of its recipients. */
                recipients: number;
            };
        };
        UploadRequestCreatedEvent: {
            /** @constant */
            event: "upload_request.created";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description Files were asked for. */
            data: {
                id: string;
                /** @example Texts for the website */
                title: string;
                /** @enum {string} */
                status: "open" | "completed" | "closed" | "expired";
                organization_id: string | null;
                folder_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                due_at: string | null;
                /** Format: date-time */
                expires_at: string;
                received_files: number;
                received_bytes: number;
                /** @description The number of its items. */
                items: number;
                received_items: number;
            };
        };
        UploadRequestReceivedEvent: {
            /** @constant */
            event: "upload_request.received";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description A file has arrived by a link of an upload request. */
            data: {
                id: string;
                /** @example Texts for the website */
                title: string;
                /** @enum {string} */
                status: "open" | "completed" | "closed" | "expired";
                organization_id: string | null;
                folder_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                due_at: string | null;
                /** Format: date-time */
                expires_at: string;
                received_files: number;
                received_bytes: number;
                /** @description The number of its items. */
                items: number;
                received_items: number;
                /** @description Null for a link without a recipient. */
                recipient_id: string | null;
                link_id: string;
                file_id: string;
                /** @description Null for a file that is for no item. */
                item_id: string | null;
            };
        };
        UploadRequestCompletedEvent: {
            /** @constant */
            event: "upload_request.completed";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description The person at a link of an upload request has said that they are done. */
            data: {
                id: string;
                /** @example Texts for the website */
                title: string;
                /** @enum {string} */
                status: "open" | "completed" | "closed" | "expired";
                organization_id: string | null;
                folder_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                due_at: string | null;
                /** Format: date-time */
                expires_at: string;
                received_files: number;
                received_bytes: number;
                /** @description The number of its items. */
                items: number;
                received_items: number;
                /** @description Null for a link without a recipient. */
                recipient_id: string | null;
                link_id: string;
            };
        };
        UploadRequestExpiredEvent: {
            /** @constant */
            event: "upload_request.expired";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description An open upload request has ended. */
            data: {
                id: string;
                /** @example Texts for the website */
                title: string;
                /** @enum {string} */
                status: "open" | "completed" | "closed" | "expired";
                organization_id: string | null;
                folder_id: string | null;
                ticket_id: string | null;
                /** @description A user; null once they are deleted. */
                created_by: string | null;
                /** Format: date-time */
                due_at: string | null;
                /** Format: date-time */
                expires_at: string;
                received_files: number;
                received_bytes: number;
                /** @description The number of its items. */
                items: number;
                received_items: number;
            };
        };
        WebhookTestEvent: {
            /** @constant */
            event: "webhook.test";
            /**
             * Format: date-time
             * @description The time of the event. It is the same on every attempt.
             */
            timestamp: string;
            /** @description The test of a webhook. It cannot be subscribed to. */
            data: {
                webhook_id: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Organization = components['schemas']['Organization'];
export type PageMeta = components['schemas']['PageMeta'];
export type CursorMeta = components['schemas']['CursorMeta'];
export type UnauthorizedError = components['schemas']['UnauthorizedError'];
export type ForbiddenError = components['schemas']['ForbiddenError'];
export type MethodNotAllowedError = components['schemas']['MethodNotAllowedError'];
export type ValidationFailedError = components['schemas']['ValidationFailedError'];
export type RateLimitedError = components['schemas']['RateLimitedError'];
export type InternalErrorError = components['schemas']['InternalErrorError'];
export type UnavailableError = components['schemas']['UnavailableError'];
export type InsufficientStorageError = components['schemas']['InsufficientStorageError'];
export type TicketSummary = components['schemas']['TicketSummary'];
export type Ticket = components['schemas']['Ticket'];
export type BadRequestError = components['schemas']['BadRequestError'];
export type IdempotencyInFlightError = components['schemas']['IdempotencyInFlightError'];
export type PayloadTooLargeError = components['schemas']['PayloadTooLargeError'];
export type UnsupportedMediaTypeError = components['schemas']['UnsupportedMediaTypeError'];
export type IdempotencyMismatchError = components['schemas']['IdempotencyMismatchError'];
export type NotFoundError = components['schemas']['NotFoundError'];
export type ConflictError = components['schemas']['ConflictError'];
export type InvalidTransitionError = components['schemas']['InvalidTransitionError'];
export type PreconditionFailedError = components['schemas']['PreconditionFailedError'];
export type Follower = components['schemas']['Follower'];
export type Reply = components['schemas']['Reply'];
export type ReplyFile = components['schemas']['ReplyFile'];
export type SavedReply = components['schemas']['SavedReply'];
export type Folder = components['schemas']['Folder'];
export type File = components['schemas']['File'];
export type LinkExpiredError = components['schemas']['LinkExpiredError'];
export type RangeNotSatisfiableError = components['schemas']['RangeNotSatisfiableError'];
export type Webhook = components['schemas']['Webhook'];
export type Delivery = components['schemas']['Delivery'];
export type FullDelivery = components['schemas']['FullDelivery'];
export type EmailLogRow = components['schemas']['EmailLogRow'];
export type Transfer = components['schemas']['Transfer'];
export type TransferFile = components['schemas']['TransferFile'];
export type TransferRecipient = components['schemas']['TransferRecipient'];
export type RecordLink = components['schemas']['RecordLink'];
export type LinkActivity = components['schemas']['LinkActivity'];
export type UploadRequest = components['schemas']['UploadRequest'];
export type UploadRequestItem = components['schemas']['UploadRequestItem'];
export type UploadRequestFile = components['schemas']['UploadRequestFile'];
export type UploadRequestRecipient = components['schemas']['UploadRequestRecipient'];
export type TicketCreatedEvent = components['schemas']['TicketCreatedEvent'];
export type TicketUpdatedEvent = components['schemas']['TicketUpdatedEvent'];
export type TicketRepliedEvent = components['schemas']['TicketRepliedEvent'];
export type FileUploadedEvent = components['schemas']['FileUploadedEvent'];
export type TransferSentEvent = components['schemas']['TransferSentEvent'];
export type TransferDownloadedEvent = components['schemas']['TransferDownloadedEvent'];
export type TransferExpiredEvent = components['schemas']['TransferExpiredEvent'];
export type TransferRevokedEvent = components['schemas']['TransferRevokedEvent'];
export type UploadRequestCreatedEvent = components['schemas']['UploadRequestCreatedEvent'];
export type UploadRequestReceivedEvent = components['schemas']['UploadRequestReceivedEvent'];
export type UploadRequestCompletedEvent = components['schemas']['UploadRequestCompletedEvent'];
export type UploadRequestExpiredEvent = components['schemas']['UploadRequestExpiredEvent'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type $defs = Record<string, never>;
export interface operations {
    list_organizations: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "name": "Acme",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Organization"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    list_users: {
        parameters: {
            query?: {
                /** @description The whole address, in any case. */
                email?: string;
                /** @description Such as `client`. */
                role?: string;
                /** @description One organization; for keys that span organizations. */
                organization_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "name": "text",
                     *           "email": "text",
                     *           "role": "text",
                     *           "organization_id": "17"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: {
                            id: string;
                            name: string | null;
                            email: string;
                            role: string;
                            /** @description The organization of a client; null for other users. */
                            organization_id: string | null;
                        }[];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    list_tickets: {
        parameters: {
            query?: {
                /** @description Only tickets of this status. */
                status?: "open" | "in_progress" | "resolved" | "closed";
                /** @description Only tickets of this priority. */
                priority?: "low" | "medium" | "high" | "urgent";
                /** @description Part of the subject, the description or a reply, in any case. `%` and `_` are literal. */
                search?: string;
                /** @description Only tickets with this tag, in any case. For staff and representatives. */
                tag?: string;
                /** @description The side that is expected to reply. Closed tickets wait for no one. */
                waiting_for?: "staff" | "client";
                /** @description The assignee: a user, `me`, or `none`. */
                assignee_id?: string;
                /** @description The client whom the ticket is for. */
                requester_id?: string;
                /** @description A timestamp with any UTC offset, inclusive. */
                updated_since?: string;
                /** @description With `-` descending (default `-created_at`). */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "priority" | "-priority";
                /** @description `full`: the full tickets. */
                view?: "full";
                /** @description One organization; for keys that span organizations. */
                organization_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "subject": "VPN is slow",
                     *           "status": "open",
                     *           "priority": "low",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["TicketSummary"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    } | {
                        data: components["schemas"]["Ticket"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_ticket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "VPN is slow",
                 *       "description": "Since this morning.",
                 *       "priority": "high"
                 *     }
                 */
                "application/json": {
                    /** @description On one line. */
                    subject: string;
                    description?: string | null;
                    /**
                     * @description Default: `medium`.
                     * @enum {string}
                     */
                    priority?: "low" | "medium" | "high" | "urgent";
                    /** @description The client for whom the ticket is, of its organization. For staff. */
                    requester_id?: string;
                    /** @description Staff, or a representative of the organization. For staff. */
                    assignee_id?: string | null;
                    /** @description Without commas; compared without case. For staff and representatives. */
                    tags?: string[];
                    /** @description Required for keys that span organizations; not allowed for others. */
                    organization_id?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "subject": "VPN is slow",
                     *       "description": "Since this morning.",
                     *       "status": "open",
                     *       "priority": "low",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "updated_at": "2026-03-02T09:30:00.000Z",
                     *       "created_by": "17",
                     *       "requester_id": "17",
                     *       "assignee_id": "17",
                     *       "organization_id": "17",
                     *       "source": "api",
                     *       "waiting_for": "staff",
                     *       "tags": [
                     *         "printer",
                     *         "VIP"
                     *       ],
                     *       "followers": [
                     *         "7"
                     *       ],
                     *       "merged_into": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    get_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "subject": "VPN is slow",
                     *       "description": "Since this morning.",
                     *       "status": "open",
                     *       "priority": "low",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "updated_at": "2026-03-02T09:30:00.000Z",
                     *       "created_by": "17",
                     *       "requester_id": "17",
                     *       "assignee_id": "17",
                     *       "organization_id": "17",
                     *       "source": "api",
                     *       "waiting_for": "staff",
                     *       "tags": [
                     *         "printer",
                     *         "VIP"
                     *       ],
                     *       "followers": [
                     *         "7"
                     *       ],
                     *       "merged_into": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    update_ticket: {
        parameters: {
            query?: never;
            header?: {
                /** @description The change is made only if the record still has this `ETag`. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "resolved"
                 *     }
                 */
                "application/json": {
                    subject?: string;
                    /** @description Null clears it. */
                    description?: string | null;
                    /** @enum {string} */
                    status?: "open" | "in_progress" | "resolved" | "closed";
                    /** @enum {string} */
                    priority?: "low" | "medium" | "high" | "urgent";
                    /** @description Null unassigns. For staff. */
                    assignee_id?: string | null;
                    /** @description For staff. */
                    requester_id?: string;
                    /** @description Without commas; compared without case. For staff and representatives. */
                    tags?: string[];
                    /** @description Clients and representatives of the organization. For staff, representatives and the requester. */
                    followers?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "subject": "VPN is slow",
                     *       "description": "Since this morning.",
                     *       "status": "open",
                     *       "priority": "low",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "updated_at": "2026-03-02T09:30:00.000Z",
                     *       "created_by": "17",
                     *       "requester_id": "17",
                     *       "assignee_id": "17",
                     *       "organization_id": "17",
                     *       "source": "api",
                     *       "waiting_for": "staff",
                     *       "tags": [
                     *         "printer",
                     *         "VIP"
                     *       ],
                     *       "followers": [
                     *         "7"
                     *       ],
                     *       "merged_into": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    merge_ticket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "into": "text"
                 *     }
                 */
                "application/json": {
                    /** @description The ticket that remains. */
                    into: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "subject": "VPN is slow",
                     *       "description": "Since this morning.",
                     *       "status": "open",
                     *       "priority": "low",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "updated_at": "2026-03-02T09:30:00.000Z",
                     *       "created_by": "17",
                     *       "requester_id": "17",
                     *       "assignee_id": "17",
                     *       "organization_id": "17",
                     *       "source": "api",
                     *       "waiting_for": "staff",
                     *       "tags": [
                     *         "printer",
                     *         "VIP"
                     *       ],
                     *       "followers": [
                     *         "7"
                     *       ],
                     *       "merged_into": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    list_followers: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "name": "text",
                     *           "email": "ann@example.com"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Follower"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    add_follower: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "subject": "VPN is slow",
                     *       "description": "Since this morning.",
                     *       "status": "open",
                     *       "priority": "low",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "updated_at": "2026-03-02T09:30:00.000Z",
                     *       "created_by": "17",
                     *       "requester_id": "17",
                     *       "assignee_id": "17",
                     *       "organization_id": "17",
                     *       "source": "api",
                     *       "waiting_for": "staff",
                     *       "tags": [
                     *         "printer",
                     *         "VIP"
                     *       ],
                     *       "followers": [
                     *         "7"
                     *       ],
                     *       "merged_into": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Ticket"];
                };
            };
        };
    };
    remove_follower: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
                /** @description The id of the user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_replies: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "ticket_id": "17",
                     *           "body": "Please restart the router.",
                     *           "internal": false,
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "created_by": "17",
                     *           "source": "api",
                     *           "author": {
                     *             "name": "Ann",
                     *             "side": "client"
                     *           },
                     *           "files": [
                     *             {
                     *               "id": "17",
                     *               "filename": "log.txt",
                     *               "size_bytes": 1024,
                     *               "mime_type": "text/plain",
                     *               "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *               "uploaded_by": "17",
                     *               "download_url": "https://example.com/"
                     *             }
                     *           ],
                     *           "mentions": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Reply"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    reply_to_ticket: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the ticket. */
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "body": "Please restart the router."
                 *     }
                 */
                "application/json": {
                    /** @description The text of the reply, without markup. */
                    body: string;
                    /** @description True for an internal note, which only staff and representatives see. Clients may not set it. */
                    internal?: boolean;
                    /** @description The files that are sent with it, uploaded before: of this ticket or of none, and of no other reply. Those of an internal note are hidden from clients. */
                    file_ids?: string[];
                    /** @description The colleagues whom an internal note mentions: staff, and representatives of the ticket’s organization. Each gets a mail. Clients may not set it. */
                    mentions?: string[];
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "ticket_id": "17",
                     *       "body": "Please restart the router.",
                     *       "internal": false,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "created_by": "17",
                     *       "source": "api",
                     *       "author": {
                     *         "name": "Ann",
                     *         "side": "client"
                     *       },
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "log.txt",
                     *           "size_bytes": 1024,
                     *           "mime_type": "text/plain",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "uploaded_by": "17",
                     *           "download_url": "https://example.com/"
                     *         }
                     *       ],
                     *       "mentions": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Reply"];
                };
            };
        };
    };
    list_saved_replies: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "title": "Restart the router",
                     *           "body": "Hello {{requester.name}}, please restart the router.",
                     *           "organization_id": "17",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "updated_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["SavedReply"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    list_folders: {
        parameters: {
            query?: {
                /** @description One organization; for keys that span organizations. */
                organization_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "name": "Invoices",
                     *           "organization_id": "17",
                     *           "created_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Folder"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_folder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description On one line.
                     * @example Invoices
                     */
                    name: string;
                    /** @description Required for keys that span organizations; not allowed for others. */
                    organization_id?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "name": "Invoices",
                     *       "organization_id": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
        };
    };
    get_folder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the folder. */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "name": "Invoices",
                     *       "organization_id": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
        };
    };
    delete_folder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the folder. */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rename_folder: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the folder. */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description On one line.
                     * @example Invoices
                     */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "name": "Invoices",
                     *       "organization_id": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
        };
    };
    list_files: {
        parameters: {
            query?: {
                /** @description The files of one folder. */
                folder_id?: string;
                /** @description The files attached to one ticket. */
                ticket_id?: string;
                /** @description One organization; for keys that span organizations. */
                organization_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "filename": "log.txt",
                     *           "size_bytes": 1024,
                     *           "mime_type": "text/plain",
                     *           "folder_id": "17",
                     *           "ticket_id": "17",
                     *           "reply_id": "17",
                     *           "internal": false,
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "uploaded_by": "17",
                     *           "uploaded_via": {
                     *             "type": "upload_request",
                     *             "id": "17",
                     *             "name": "text"
                     *           },
                     *           "download_url": "https://example.com/"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["File"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    upload_file: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    file: string;
                    /** @description The folder of the file. */
                    folder_id: string;
                    /** @description The ticket to which the file is attached, of the same organization. */
                    ticket_id?: string;
                    /**
                     * @description True for a file that clients do not see: for an internal note, or until a reply with it is sent. Clients may not set it.
                     * @enum {string}
                     */
                    internal?: "true" | "false";
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "filename": "log.txt",
                     *       "size_bytes": 1024,
                     *       "mime_type": "text/plain",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "reply_id": "17",
                     *       "internal": false,
                     *       "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *       "uploaded_by": "17",
                     *       "uploaded_via": {
                     *         "type": "upload_request",
                     *         "id": "17",
                     *         "name": "text"
                     *       },
                     *       "download_url": "https://example.com/"
                     *     }
                     */
                    "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    get_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the file. */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "filename": "log.txt",
                     *       "size_bytes": 1024,
                     *       "mime_type": "text/plain",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "reply_id": "17",
                     *       "internal": false,
                     *       "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *       "uploaded_by": "17",
                     *       "uploaded_via": {
                     *         "type": "upload_request",
                     *         "id": "17",
                     *         "name": "text"
                     *       },
                     *       "download_url": "https://example.com/"
                     *     }
                     */
                    "application/json": components["schemas"]["File"];
                };
            };
        };
    };
    delete_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the file. */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    download_file: {
        parameters: {
            query: {
                /** @description The time at which the link expires, in Unix seconds. */
                expires: string;
                /** @description As it was handed out, if a link offered the file. */
                link?: string;
                /** @description As it was handed out. */
                signature: string;
            };
            header?: {
                /** @description The requested range of bytes. Several ranges at once get the whole file. */
                Range?: string;
            };
            path: {
                /** @description The id of the file. */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
            /** @description The requested bytes. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": unknown;
                };
            };
        };
    };
    list_webhooks: {
        parameters: {
            query?: {
                /** @description One organization; for keys that span organizations. */
                organization_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "url": "https://example.com/hooks",
                     *           "events": [
                     *             "ticket.created"
                     *           ],
                     *           "status": "enabled",
                     *           "organization_id": "17",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "disabled_reason": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Webhook"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks",
                 *       "events": [
                 *         "ticket.created",
                 *         "ticket.updated"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Begins with `https://`; no credentials in it. */
                    url: string;
                    /** @description The events that the webhook receives. Duplicates are removed. */
                    events: ("ticket.created" | "ticket.updated" | "ticket.replied" | "file.uploaded" | "transfer.sent" | "transfer.downloaded" | "transfer.expired" | "transfer.revoked" | "upload_request.created" | "upload_request.received" | "upload_request.completed" | "upload_request.expired" | "ticket.*" | "transfer.*" | "upload_request.*" | "*")[];
                    /** @description The organization whose events it receives. Default: all. For keys that span organizations. */
                    organization_id?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "url": "https://example.com/hooks",
                     *       "events": [
                     *         "ticket.created"
                     *       ],
                     *       "status": "enabled",
                     *       "organization_id": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /** @example https://example.com/hooks */
                        url: string;
                        events: ("ticket.created" | "ticket.updated" | "ticket.replied" | "file.uploaded" | "transfer.sent" | "transfer.downloaded" | "transfer.expired" | "transfer.revoked" | "upload_request.created" | "upload_request.received" | "upload_request.completed" | "upload_request.expired" | "ticket.*" | "transfer.*" | "upload_request.*" | "*")[];
                        /** @enum {string} */
                        status: "enabled" | "disabled";
                        /** @description The organization whose events it receives; null for all. */
                        organization_id: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /**
                         * @description Verifies signatures; begins with `whsec_`.
                         * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                         */
                        secret: string;
                    };
                };
            };
        };
    };
    get_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "url": "https://example.com/hooks",
                     *       "events": [
                     *         "ticket.created"
                     *       ],
                     *       "status": "enabled",
                     *       "organization_id": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "disabled_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    delete_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": {
                    /** @description Begins with `https://`; no credentials in it. */
                    url?: string;
                    /** @description The events that the webhook receives. Duplicates are removed. */
                    events?: ("ticket.created" | "ticket.updated" | "ticket.replied" | "file.uploaded" | "transfer.sent" | "transfer.downloaded" | "transfer.expired" | "transfer.revoked" | "upload_request.created" | "upload_request.received" | "upload_request.completed" | "upload_request.expired" | "ticket.*" | "transfer.*" | "upload_request.*" | "*")[];
                    /**
                     * @description While a webhook is disabled nothing is sent, and new events are stored as failed.
                     * @enum {string}
                     */
                    status?: "enabled" | "disabled";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "url": "https://example.com/hooks",
                     *       "events": [
                     *         "ticket.created"
                     *       ],
                     *       "status": "enabled",
                     *       "organization_id": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "disabled_reason": null
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    "application/json": {
                        /** @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw */
                        secret: string;
                    };
                };
            };
        };
    };
    test_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "17"
                     *     }
                     */
                    "application/json": {
                        delivery_id: string;
                    };
                };
            };
        };
    };
    list_webhook_deliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries of this status. */
                status?: "pending" | "delivered" | "failed";
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "event": "ticket.created",
                     *           "status": "pending",
                     *           "attempts": 1,
                     *           "response_status": 200,
                     *           "error_class": null,
                     *           "error": null,
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "last_attempt_at": "2026-03-02T09:30:00.000Z",
                     *           "next_attempt_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Delivery"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    get_webhook_delivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
                /** @description The id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "event": "ticket.created",
                     *       "status": "pending",
                     *       "attempts": 1,
                     *       "response_status": 200,
                     *       "error_class": null,
                     *       "error": null,
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "last_attempt_at": "2026-03-02T09:30:00.000Z",
                     *       "next_attempt_at": "2026-03-02T09:30:00.000Z",
                     *       "request": {
                     *         "headers": {
                     *           "content-type": "application/json"
                     *         },
                     *         "body": "text"
                     *       },
                     *       "response": {
                     *         "status": 1,
                     *         "headers": {
                     *           "content-type": "application/json"
                     *         },
                     *         "body": "text"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["FullDelivery"];
                };
            };
        };
    };
    redeliver_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
                /** @description The id of the delivery. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "delivery_id": "17"
                     *     }
                     */
                    "application/json": {
                        delivery_id: string;
                    };
                };
            };
        };
    };
    recover_webhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the webhook. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": "2026-03-02T09:30:00.000Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: date-time
                     * @description A timestamp with any UTC offset, inclusive.
                     */
                    since: string;
                };
            };
        };
        responses: {
            /** @description Taken on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 1
                     *     }
                     */
                    "application/json": {
                        /** @description The number of deliveries. */
                        count: number;
                    };
                };
            };
        };
    };
    list_email_log: {
        parameters: {
            query?: {
                /** @description Part of a recipient, in any case. `%` and `_` are literal. */
                to?: string;
                /** @description Part of the subject, in any case. `%` and `_` are literal. */
                search?: string;
                /** @description `sent` is handed to the transport, not delivered. */
                status?: "sent" | "failed";
                /** @description Notification type, such as `ticket_update`. */
                type?: string;
                /** @description `proxy`, `smtp`, `phpmail` or another transport by name. */
                transport?: string;
                /** @description True: only mails that another transport had rejected before. */
                fallback?: "true" | "false";
                /** @description The delivery of the mail: the worst of its recipients. `unknown`: there is no report. */
                delivery?: "complained" | "bounced" | "deferred" | "delivered" | "unknown";
                /** @description One of the recipients, exactly, in any case. */
                address?: string;
                /** @description First day, UTC. */
                since?: string;
                /** @description Last day, UTC, included. */
                until?: string;
                /** @description Kind of the related record, such as `ticket`. */
                related_type?: string;
                /** @description Id of the related record; needs `related_type`. */
                related_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "status": "sent",
                     *           "transport": "smtp",
                     *           "to": "ann@example.com, bob@example.com",
                     *           "subject": "VPN is slow",
                     *           "type": "ticket_update",
                     *           "related_type": "ticket",
                     *           "related_id": "17",
                     *           "user_id": "17",
                     *           "error": null,
                     *           "fallback": null,
                     *           "message_id": "c0ffee@support.example.com",
                     *           "delivery": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1,
                     *         "covers_since": "2026-03-02T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["EmailLogRow"][];
                        meta: {
                            page: number;
                            /** @example 25 */
                            per_page: number;
                            total: number;
                            /**
                             * Format: date-time
                             * @description The log covers mails since this time.
                             */
                            covers_since: string;
                        } | {
                            per_page: number;
                            next_cursor: string | null;
                            /**
                             * Format: date-time
                             * @description The log covers mails since this time.
                             */
                            covers_since: string;
                        };
                    };
                };
            };
        };
    };
    list_transfers: {
        parameters: {
            query?: {
                /** @description Only transfers of this status. */
                status?: "draft" | "ready" | "expired" | "revoked";
                /** @description An address that the transfer goes to, in any case. */
                recipient?: string;
                /** @description One organization. */
                organization_id?: string;
                /** @description One ticket; those of tickets that were merged into it, too. */
                ticket_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "title": "The signed contract",
                     *           "message": "text",
                     *           "status": "draft",
                     *           "access": "link",
                     *           "has_password": false,
                     *           "max_downloads": 1,
                     *           "notify": "first",
                     *           "organization_id": "17",
                     *           "ticket_id": "17",
                     *           "created_by": "17",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "expires_at": "2026-03-02T09:30:00.000Z",
                     *           "bytes_deleted_at": "2026-03-02T09:30:00.000Z",
                     *           "total_bytes": 1,
                     *           "files": [
                     *             {
                     *               "id": "17",
                     *               "filename": "contract.pdf",
                     *               "size_bytes": 1,
                     *               "mime_type": "application/pdf",
                     *               "scan": "passed"
                     *             }
                     *           ],
                     *           "recipients": [
                     *             {
                     *               "id": "17",
                     *               "email": "ann@example.com",
                     *               "name": "text",
                     *               "delivery": {
                     *                 "state": "complained",
                     *                 "at": "2026-03-02T09:30:00.000Z",
                     *                 "detail": "text"
                     *               },
                     *               "sent_at": "2026-03-02T09:30:00.000Z",
                     *               "opened_at": "2026-03-02T09:30:00.000Z",
                     *               "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *               "downloads": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Transfer"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_transfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "The signed contract",
                 *       "recipients": [
                 *         {
                 *           "email": "ann@example.com",
                 *           "name": "Ann"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The subject, on one line. */
                    title: string;
                    /** @description Plain text. */
                    message?: string;
                    /**
                     * Format: date-time
                     * @description The end of the links, within 90 days. Default: 14 days after the transfer is sent.
                     */
                    expires_at?: string;
                    /** @description The password of each link; only its hash is kept. */
                    password?: string;
                    /** @description The maximum number of downloads of each file through each link. Default: any number. */
                    max_downloads?: number;
                    /**
                     * @description The downloads of which the creator gets a mail: the first of each link (default), every one, or none.
                     * @enum {string}
                     */
                    notify?: "first" | "every" | "none";
                    /** @description The people who get a link of their own. One address twice is one recipient. */
                    recipients?: {
                        email: string;
                        name?: string | null;
                    }[];
                    /** @description Default: that of the ticket, else that of the files. Not allowed for keys of one organization. */
                    organization_id?: string;
                    /** @description The ticket that the transfer belongs to. */
                    ticket_id?: string;
                    /** @description Files that a folder or a ticket has. They stay there, whatever becomes of the transfer. */
                    file_ids?: string[];
                    /**
                     * @description What each link requires: nothing more (default), a code that is mailed to its recipient, or that the recipient is signed in.
                     * @enum {string}
                     */
                    access?: "link" | "code" | "account";
                    /** @description The type of the mails to the recipients in the email log. Default: `transfer_ready`. */
                    mail_type?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "The signed contract",
                     *       "message": "text",
                     *       "status": "draft",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "max_downloads": 1,
                     *       "notify": "first",
                     *       "organization_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "sent_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "bytes_deleted_at": "2026-03-02T09:30:00.000Z",
                     *       "total_bytes": 1,
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "contract.pdf",
                     *           "size_bytes": 1,
                     *           "mime_type": "application/pdf",
                     *           "scan": "passed"
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *           "downloads": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    get_transfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "The signed contract",
                     *       "message": "text",
                     *       "status": "draft",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "max_downloads": 1,
                     *       "notify": "first",
                     *       "organization_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "sent_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "bytes_deleted_at": "2026-03-02T09:30:00.000Z",
                     *       "total_bytes": 1,
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "contract.pdf",
                     *           "size_bytes": 1,
                     *           "mime_type": "application/pdf",
                     *           "scan": "passed"
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *           "downloads": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    revoke_transfer: {
        parameters: {
            query?: {
                /** @description `draft`: deletes a draft, and is 409 for a transfer that has been sent. */
                status?: "draft";
            };
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    update_transfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expires_at": "2026-12-24T12:00:00Z"
                 *     }
                 */
                "application/json": {
                    /** @description The subject, on one line. */
                    title?: string;
                    /** @description Plain text. */
                    message?: string | null;
                    /**
                     * Format: date-time
                     * @description The end of the links, within 90 days. Default: 14 days after the transfer is sent.
                     */
                    expires_at?: string;
                    /** @description The password of each link; only its hash is kept. */
                    password?: string | null;
                    /** @description The maximum number of downloads of each file through each link. Default: any number. */
                    max_downloads?: number | null;
                    /**
                     * @description The downloads of which the creator gets a mail: the first of each link (default), every one, or none.
                     * @enum {string}
                     */
                    notify?: "first" | "every" | "none";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "The signed contract",
                     *       "message": "text",
                     *       "status": "draft",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "max_downloads": 1,
                     *       "notify": "first",
                     *       "organization_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "sent_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "bytes_deleted_at": "2026-03-02T09:30:00.000Z",
                     *       "total_bytes": 1,
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "contract.pdf",
                     *           "size_bytes": 1,
                     *           "mime_type": "application/pdf",
                     *           "scan": "passed"
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *           "downloads": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    add_transfer_file: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "filename": "contract.pdf",
                     *       "size_bytes": 1,
                     *       "mime_type": "application/pdf",
                     *       "scan": "passed"
                     *     }
                     */
                    "application/json": components["schemas"]["TransferFile"];
                };
            };
        };
    };
    remove_transfer_file: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
                /** @description The id of the file. */
                file_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    send_transfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "The signed contract",
                     *       "message": "text",
                     *       "status": "draft",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "max_downloads": 1,
                     *       "notify": "first",
                     *       "organization_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "sent_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "bytes_deleted_at": "2026-03-02T09:30:00.000Z",
                     *       "total_bytes": 1,
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "contract.pdf",
                     *           "size_bytes": 1,
                     *           "mime_type": "application/pdf",
                     *           "scan": "passed"
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *           "downloads": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    list_transfer_links: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "recipient_id": "17",
                     *           "label": "text",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "stopped_at": "2026-03-02T09:30:00.000Z",
                     *           "revoked_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecordLink"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_transfer_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description A name for it, for the team. */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "url": "https://example.com/support/t/spl_0Xc3vKq8"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /**
                         * Format: uri
                         * @example https://example.com/support/t/spl_0Xc3vKq8
                         */
                        url: string;
                    };
                };
            };
        };
    };
    revoke_transfer_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
                /** @description The id of the link. */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    add_transfer_recipient: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "text"
                 *     }
                 */
                "application/json": {
                    email: string;
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "email": "ann@example.com",
                     *       "name": "text",
                     *       "delivery": {
                     *         "state": "complained",
                     *         "at": "2026-03-02T09:30:00.000Z",
                     *         "detail": "text"
                     *       },
                     *       "sent_at": "2026-03-02T09:30:00.000Z",
                     *       "opened_at": "2026-03-02T09:30:00.000Z",
                     *       "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *       "downloads": 1
                     *     }
                     */
                    "application/json": components["schemas"]["TransferRecipient"];
                };
            };
        };
    };
    resend_transfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
                /** @description The id of the recipient. */
                recipient_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "email": "ann@example.com",
                     *       "name": "text",
                     *       "delivery": {
                     *         "state": "complained",
                     *         "at": "2026-03-02T09:30:00.000Z",
                     *         "detail": "text"
                     *       },
                     *       "sent_at": "2026-03-02T09:30:00.000Z",
                     *       "opened_at": "2026-03-02T09:30:00.000Z",
                     *       "downloaded_at": "2026-03-02T09:30:00.000Z",
                     *       "downloads": 1
                     *     }
                     */
                    "application/json": components["schemas"]["TransferRecipient"];
                };
            };
        };
    };
    list_transfer_activity: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the transfer. */
                transfer_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "at": "2026-03-02T09:30:00.000Z",
                     *           "kind": "sent",
                     *           "link_id": "17",
                     *           "recipient_id": "17",
                     *           "file_id": "17",
                     *           "bytes": 1,
                     *           "network": "198.51.100.0/24",
                     *           "browser": "Firefox on Windows"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LinkActivity"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    list_upload_requests: {
        parameters: {
            query?: {
                /** @description Only requests of this status. */
                status?: "open" | "completed" | "closed" | "expired";
                /** @description The address of someone who is asked, in any case. */
                recipient?: string;
                /** @description One organization. */
                organization_id?: string;
                /** @description One ticket; those of tickets that were merged into it, too. */
                ticket_id?: string;
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "title": "Texts for the website",
                     *           "message": "text",
                     *           "status": "open",
                     *           "access": "link",
                     *           "has_password": false,
                     *           "organization_id": "17",
                     *           "folder_id": "17",
                     *           "ticket_id": "17",
                     *           "created_by": "17",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "due_at": "2026-03-02T09:30:00.000Z",
                     *           "expires_at": "2026-03-02T09:30:00.000Z",
                     *           "accept": [
                     *             "text"
                     *           ],
                     *           "max_files": 1,
                     *           "max_bytes": 1,
                     *           "reminders": false,
                     *           "received_files": 1,
                     *           "received_bytes": 1,
                     *           "completed_at": "2026-03-02T09:30:00.000Z",
                     *           "items": [
                     *             {
                     *               "id": "17",
                     *               "label": "Texts for the home page",
                     *               "required": false,
                     *               "file_ids": [
                     *                 "text"
                     *               ],
                     *               "state": "missing",
                     *               "note": "text"
                     *             }
                     *           ],
                     *           "files": [
                     *             {
                     *               "id": "17",
                     *               "filename": "texts.docx",
                     *               "size_bytes": 1,
                     *               "mime_type": "text",
                     *               "item_id": "17",
                     *               "recipient_id": "17",
                     *               "link_id": "17",
                     *               "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *               "rejected": false
                     *             }
                     *           ],
                     *           "recipients": [
                     *             {
                     *               "id": "17",
                     *               "email": "ann@example.com",
                     *               "name": "text",
                     *               "delivery": {
                     *                 "state": "complained",
                     *                 "at": "2026-03-02T09:30:00.000Z",
                     *                 "detail": "text"
                     *               },
                     *               "sent_at": "2026-03-02T09:30:00.000Z",
                     *               "opened_at": "2026-03-02T09:30:00.000Z",
                     *               "received_files": 1
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["UploadRequest"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_upload_request: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Texts for the website",
                 *       "folder_id": "1",
                 *       "recipients": [
                 *         {
                 *           "email": "ann@example.com",
                 *           "name": "Ann"
                 *         }
                 *       ],
                 *       "organization_id": "1",
                 *       "items": [
                 *         {
                 *           "label": "Texts for the home page"
                 *         },
                 *         {
                 *           "label": "Pictures",
                 *           "required": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The purpose of the files, on one line. */
                    title: string;
                    /** @description Plain text, for the recipients. */
                    message?: string;
                    /** @description The organization of the folder. Keys and people of one organization may leave it out. */
                    organization_id?: string;
                    /** @description The folder into which the files go. */
                    folder_id: string;
                    /** @description The ticket to which the files are attached. */
                    ticket_id?: string;
                    /** @description Each is mailed a link of their own. */
                    recipients: {
                        email: string;
                        name?: string | null;
                    }[];
                    /** @description The things that are asked for, one by one. */
                    items?: {
                        label: string;
                        /** @description Default: true. */
                        required?: boolean;
                    }[];
                    /**
                     * Format: date-time
                     * @description The time by which everything is due.
                     */
                    due_at?: string;
                    /**
                     * Format: date-time
                     * @description The end of the links, within 90 days. Default: 14 days after `due_at`, else after now.
                     */
                    expires_at?: string;
                    /** @description The password of each link; only its hash is kept. Null removes it. */
                    password?: string;
                    /**
                     * @description What each link requires: nothing more (default), a code that is mailed to its recipient, or that the recipient is signed in.
                     * @enum {string}
                     */
                    access?: "link" | "code" | "account";
                    /**
                     * @description The accepted types of files: media types, families of them, and file extensions. Default: all.
                     * @example [
                     *       "application/pdf",
                     *       "image/*",
                     *       ".docx"
                     *     ]
                     */
                    accept?: string[];
                    /** @description The maximum number of files. Default: 500. */
                    max_files?: number;
                    /** @description The limit of each file in bytes, below that of the portal. */
                    max_bytes?: number;
                    /** @description Mails to the recipients 3 days and 1 day before `due_at`, and once after. Default: true. */
                    reminders?: boolean;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "Texts for the website",
                     *       "message": "text",
                     *       "status": "open",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "organization_id": "17",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "due_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "accept": [
                     *         "text"
                     *       ],
                     *       "max_files": 1,
                     *       "max_bytes": 1,
                     *       "reminders": false,
                     *       "received_files": 1,
                     *       "received_bytes": 1,
                     *       "completed_at": "2026-03-02T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "17",
                     *           "label": "Texts for the home page",
                     *           "required": false,
                     *           "file_ids": [
                     *             "text"
                     *           ],
                     *           "state": "missing",
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "texts.docx",
                     *           "size_bytes": 1,
                     *           "mime_type": "text",
                     *           "item_id": "17",
                     *           "recipient_id": "17",
                     *           "link_id": "17",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "rejected": false
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "received_files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequest"];
                };
            };
        };
    };
    get_upload_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "Texts for the website",
                     *       "message": "text",
                     *       "status": "open",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "organization_id": "17",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "due_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "accept": [
                     *         "text"
                     *       ],
                     *       "max_files": 1,
                     *       "max_bytes": 1,
                     *       "reminders": false,
                     *       "received_files": 1,
                     *       "received_bytes": 1,
                     *       "completed_at": "2026-03-02T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "17",
                     *           "label": "Texts for the home page",
                     *           "required": false,
                     *           "file_ids": [
                     *             "text"
                     *           ],
                     *           "state": "missing",
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "texts.docx",
                     *           "size_bytes": 1,
                     *           "mime_type": "text",
                     *           "item_id": "17",
                     *           "recipient_id": "17",
                     *           "link_id": "17",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "rejected": false
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "received_files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequest"];
                };
            };
        };
    };
    update_upload_request: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "expires_at": "2026-12-24T12:00:00Z"
                 *     }
                 */
                "application/json": {
                    title?: string;
                    /** @description Plain text, for the recipients. */
                    message?: string | null;
                    /**
                     * Format: date-time
                     * @description The time by which everything is due.
                     */
                    due_at?: string | null;
                    /**
                     * Format: date-time
                     * @description A later one opens a request that has expired again.
                     */
                    expires_at?: string;
                    /** @description The password of each link; only its hash is kept. Null removes it. */
                    password?: string | null;
                    /**
                     * @description The accepted types of files: media types, families of them, and file extensions. Default: all.
                     * @example [
                     *       "application/pdf",
                     *       "image/*",
                     *       ".docx"
                     *     ]
                     */
                    accept?: string[];
                    /** @description The maximum number of files. Default: 500. */
                    max_files?: number | null;
                    /** @description The limit of each file in bytes, below that of the portal. */
                    max_bytes?: number | null;
                    /** @description Mails to the recipients 3 days and 1 day before `due_at`, and once after. Default: true. */
                    reminders?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "Texts for the website",
                     *       "message": "text",
                     *       "status": "open",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "organization_id": "17",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "due_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "accept": [
                     *         "text"
                     *       ],
                     *       "max_files": 1,
                     *       "max_bytes": 1,
                     *       "reminders": false,
                     *       "received_files": 1,
                     *       "received_bytes": 1,
                     *       "completed_at": "2026-03-02T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "17",
                     *           "label": "Texts for the home page",
                     *           "required": false,
                     *           "file_ids": [
                     *             "text"
                     *           ],
                     *           "state": "missing",
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "texts.docx",
                     *           "size_bytes": 1,
                     *           "mime_type": "text",
                     *           "item_id": "17",
                     *           "recipient_id": "17",
                     *           "link_id": "17",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "rejected": false
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "received_files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequest"];
                };
            };
        };
    };
    close_upload_request: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "Texts for the website",
                     *       "message": "text",
                     *       "status": "open",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "organization_id": "17",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "due_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "accept": [
                     *         "text"
                     *       ],
                     *       "max_files": 1,
                     *       "max_bytes": 1,
                     *       "reminders": false,
                     *       "received_files": 1,
                     *       "received_bytes": 1,
                     *       "completed_at": "2026-03-02T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "17",
                     *           "label": "Texts for the home page",
                     *           "required": false,
                     *           "file_ids": [
                     *             "text"
                     *           ],
                     *           "state": "missing",
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "texts.docx",
                     *           "size_bytes": 1,
                     *           "mime_type": "text",
                     *           "item_id": "17",
                     *           "recipient_id": "17",
                     *           "link_id": "17",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "rejected": false
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "received_files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequest"];
                };
            };
        };
    };
    reopen_upload_request: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "Texts for the website",
                     *       "message": "text",
                     *       "status": "open",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "organization_id": "17",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "due_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "accept": [
                     *         "text"
                     *       ],
                     *       "max_files": 1,
                     *       "max_bytes": 1,
                     *       "reminders": false,
                     *       "received_files": 1,
                     *       "received_bytes": 1,
                     *       "completed_at": "2026-03-02T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "17",
                     *           "label": "Texts for the home page",
                     *           "required": false,
                     *           "file_ids": [
                     *             "text"
                     *           ],
                     *           "state": "missing",
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "texts.docx",
                     *           "size_bytes": 1,
                     *           "mime_type": "text",
                     *           "item_id": "17",
                     *           "recipient_id": "17",
                     *           "link_id": "17",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "rejected": false
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "received_files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequest"];
                };
            };
        };
    };
    remind_of_upload_request: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Taken on. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "title": "Texts for the website",
                     *       "message": "text",
                     *       "status": "open",
                     *       "access": "link",
                     *       "has_password": false,
                     *       "organization_id": "17",
                     *       "folder_id": "17",
                     *       "ticket_id": "17",
                     *       "created_by": "17",
                     *       "created_at": "2026-03-02T09:30:00.000Z",
                     *       "due_at": "2026-03-02T09:30:00.000Z",
                     *       "expires_at": "2026-03-02T09:30:00.000Z",
                     *       "accept": [
                     *         "text"
                     *       ],
                     *       "max_files": 1,
                     *       "max_bytes": 1,
                     *       "reminders": false,
                     *       "received_files": 1,
                     *       "received_bytes": 1,
                     *       "completed_at": "2026-03-02T09:30:00.000Z",
                     *       "items": [
                     *         {
                     *           "id": "17",
                     *           "label": "Texts for the home page",
                     *           "required": false,
                     *           "file_ids": [
                     *             "text"
                     *           ],
                     *           "state": "missing",
                     *           "note": "text"
                     *         }
                     *       ],
                     *       "files": [
                     *         {
                     *           "id": "17",
                     *           "filename": "texts.docx",
                     *           "size_bytes": 1,
                     *           "mime_type": "text",
                     *           "item_id": "17",
                     *           "recipient_id": "17",
                     *           "link_id": "17",
                     *           "uploaded_at": "2026-03-02T09:30:00.000Z",
                     *           "rejected": false
                     *         }
                     *       ],
                     *       "recipients": [
                     *         {
                     *           "id": "17",
                     *           "email": "ann@example.com",
                     *           "name": "text",
                     *           "delivery": {
                     *             "state": "complained",
                     *             "at": "2026-03-02T09:30:00.000Z",
                     *             "detail": "text"
                     *           },
                     *           "sent_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "received_files": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequest"];
                };
            };
        };
    };
    judge_upload_request_item: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the request. */
                request_id: string;
                /** @description The id of the item. */
                item_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "rejected",
                 *       "note": "The picture is too small: please send it with 2,000 pixels."
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A rejected item is open again, and those who had sent it are told.
                     * @enum {string}
                     */
                    state: "received" | "rejected";
                    /** @description The recipient reads that of a rejected item. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "label": "Texts for the home page",
                     *       "required": false,
                     *       "file_ids": [
                     *         "text"
                     *       ],
                     *       "state": "missing",
                     *       "note": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadRequestItem"];
                };
            };
        };
    };
    list_upload_request_links: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "recipient_id": "17",
                     *           "label": "text",
                     *           "created_at": "2026-03-02T09:30:00.000Z",
                     *           "opened_at": "2026-03-02T09:30:00.000Z",
                     *           "stopped_at": "2026-03-02T09:30:00.000Z",
                     *           "revoked_at": "2026-03-02T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["RecordLink"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    create_upload_request_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a retry safe: for 24 hours the same request with the same credentials gets the response of the first one. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description A name for it, for the team. */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description Made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "17",
                     *       "url": "https://example.com/support/r/spl_0Xc3vKq8"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        /**
                         * Format: uri
                         * @example https://example.com/support/r/spl_0Xc3vKq8
                         */
                        url: string;
                    };
                };
            };
        };
    };
    revoke_upload_request_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the request. */
                request_id: string;
                /** @description The id of the link. */
                link_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; there is nothing to say. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    list_upload_request_activity: {
        parameters: {
            query?: {
                /** @description Page number, from 1 (default 1). */
                page?: number;
                /** @description Rows a page, 1 to 100 (default 25). */
                per_page?: number;
                /** @description Instead of `page`: empty for the first page, then the `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id of the request. */
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "17",
                     *           "at": "2026-03-02T09:30:00.000Z",
                     *           "kind": "sent",
                     *           "link_id": "17",
                     *           "recipient_id": "17",
                     *           "file_id": "17",
                     *           "bytes": 1,
                     *           "network": "198.51.100.0/24",
                     *           "browser": "Firefox on Windows"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "per_page": 25,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LinkActivity"][];
                        meta: components["schemas"]["PageMeta"] | components["schemas"]["CursorMeta"];
                    };
                };
            };
        };
    };
    event_ticket_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "ticket.created",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "subject": "VPN is slow",
                 *         "status": "open",
                 *         "priority": "low",
                 *         "created_by": "17"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketCreatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_ticket_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "ticket.updated",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "subject": "VPN is slow",
                 *         "status": "open",
                 *         "priority": "low",
                 *         "created_by": "17",
                 *         "updated_at": "2026-03-02T09:30:00.000Z",
                 *         "changes": {
                 *           "status": {
                 *             "from": "open",
                 *             "to": "resolved"
                 *           }
                 *         },
                 *         "sequence": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketUpdatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_ticket_replied: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "ticket.replied",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "ticket_id": "17",
                 *         "body": "Please restart the router.",
                 *         "created_by": "17",
                 *         "created_at": "2026-03-02T09:30:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TicketRepliedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_file_uploaded: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "file.uploaded",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "filename": "log.txt",
                 *         "size_bytes": 1,
                 *         "mime_type": "text/plain",
                 *         "folder_id": "17",
                 *         "ticket_id": "17",
                 *         "uploaded_at": "2026-03-02T09:30:00.000Z",
                 *         "uploaded_by": "17"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FileUploadedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_transfer_sent: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "transfer.sent",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "The signed contract",
                 *         "status": "draft",
                 *         "organization_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "sent_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "files": 1,
                 *         "recipients": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransferSentEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_transfer_downloaded: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "transfer.downloaded",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "The signed contract",
                 *         "status": "draft",
                 *         "organization_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "sent_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "files": 1,
                 *         "recipients": 1,
                 *         "recipient_id": "17",
                 *         "link_id": "17",
                 *         "file_id": "17",
                 *         "downloads": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransferDownloadedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_transfer_expired: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "transfer.expired",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "The signed contract",
                 *         "status": "draft",
                 *         "organization_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "sent_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "files": 1,
                 *         "recipients": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransferExpiredEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_transfer_revoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "transfer.revoked",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "The signed contract",
                 *         "status": "draft",
                 *         "organization_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "sent_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "files": 1,
                 *         "recipients": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TransferRevokedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_upload_request_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "upload_request.created",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "Texts for the website",
                 *         "status": "open",
                 *         "organization_id": "17",
                 *         "folder_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "due_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "received_files": 1,
                 *         "received_bytes": 1,
                 *         "items": 1,
                 *         "received_items": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadRequestCreatedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_upload_request_received: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "upload_request.received",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "Texts for the website",
                 *         "status": "open",
                 *         "organization_id": "17",
                 *         "folder_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "due_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "received_files": 1,
                 *         "received_bytes": 1,
                 *         "items": 1,
                 *         "received_items": 1,
                 *         "recipient_id": "17",
                 *         "link_id": "17",
                 *         "file_id": "17",
                 *         "item_id": "17"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadRequestReceivedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_upload_request_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "upload_request.completed",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "Texts for the website",
                 *         "status": "open",
                 *         "organization_id": "17",
                 *         "folder_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "due_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "received_files": 1,
                 *         "received_bytes": 1,
                 *         "items": 1,
                 *         "received_items": 1,
                 *         "recipient_id": "17",
                 *         "link_id": "17"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadRequestCompletedEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_upload_request_expired: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "upload_request.expired",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "id": "17",
                 *         "title": "Texts for the website",
                 *         "status": "open",
                 *         "organization_id": "17",
                 *         "folder_id": "17",
                 *         "ticket_id": "17",
                 *         "created_by": "17",
                 *         "due_at": "2026-03-02T09:30:00.000Z",
                 *         "expires_at": "2026-03-02T09:30:00.000Z",
                 *         "received_files": 1,
                 *         "received_bytes": 1,
                 *         "items": 1,
                 *         "received_items": 1
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["UploadRequestExpiredEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    event_webhook_test: {
        parameters: {
            query?: never;
            header: {
                /** @description The same on every try of one delivery. */
                "webhook-id": string;
                /** @description When this try was signed, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description One or more signatures, separated by spaces. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "event": "webhook.test",
                 *       "timestamp": "2026-03-02T09:30:00.000Z",
                 *       "data": {
                 *         "webhook_id": "17"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description The receiver wants no more events: the webhook is disabled. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. The body is ignored. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Not accepted: the delivery is retried, ten attempts in all over more than three days. Redirects are not followed. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
