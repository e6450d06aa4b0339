export interface paths {
    "/h2h/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a payment on your own site
         * @description By card, by UPI (INR) or by a wallet of Bangladesh (BDT): `payment_method_type` says which, and when it is
         *     missing, a `card` object means card, INR means UPI and BDT a wallet.
         *
         *     - **Card**: the answer is the result. When `requires_3ds` is true, send the customer to `redirect_url`; the result comes
         *       by notification. A declined card is a 200 with `payment_status` `failed` and a `reason`. When the gateway has not
         *       answered in time, the payment is `pending` until it is known.
         *     - **UPI**: show `qr_code`, or open a link of `paymentlinks` on a phone. 1.00 to 100,000.00 INR unless gateway or merchant
         *       ask for more or less.
         *     - **Wallet**: send the customer to `payment_url`. 10.00 to 50,000.00 BDT.
         */
        post: operations["initiatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/h2h/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where a payment stands
         * @description Of any method, by `trx`, or by `identifier` when the answer with the trx was lost. Notifications come by
         *     themselves; ask right after initiation, and as a fallback: a card in 3-D Secure every 5 to 10 s, UPI and wallets every 10
         *     to 15 s, 30 to 60 s while a proof is under review. Stop at `success`, `failed` or `cancelled`.
         */
        post: operations["getPaymentStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/h2h/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand in a proof of payment
         * @description For UPI and wallet payments that were not confirmed by themselves; wait about 60 s before you ask a customer
         *     for one. A person reviews it, typically in 5 to 30 minutes, and the payment's own notification tells the result. The same
         *     proof again while it is under review gets the same answer, another one is a new version, three at most.
         *
         *     Checked in this order: the fields, the account, the payment (unknown, a card's, ended), and only then what was sent: its
         *     size, its form, how many there were.
         */
        post: operations["submitProof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/h2h/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment that nobody has started to pay
         * @description A pending UPI, wallet or hosted payment, by `trx` or `identifier`. It ends `cancelled` with the reason
         *     `cancelled_by_merchant`, or, where an attempt to pay has failed before, `failed` with the reason of that. A card in 3-D
         *     Secure, or a payment that is being paid, is refused.
         */
        post: operations["cancelPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/h2h/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money of a payment back
         * @description Of a payment that succeeded, by any method, whole or in parts. `refund_identifier` is your own and used
         *     once. The answer is the result: the gateway's no is a 200 with `refund_status` `failed`, and an outcome that is not known
         *     yet is `pending` until a notification tells it. What is pending counts as gone, and what a dispute covers that is open or
         *     lost cannot be refunded. The fee is not given back.
         *
         *     Checked in this order: the fields, the account, the payment, `refund_identifier`, whether the payment can be refunded, the
         *     amount.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/h2h/refund/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where a refund stands
         * @description By `refund_id`, or by `refund_identifier` when the answer was lost.
         */
        post: operations["getRefundStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/h2h/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch notifications again
         * @description Your events of the last 30 days after a sequence number, in order: whoever has seen 41 and then 43 fetches 42.
         *     Go on with `after` = `last` until `events` is empty. They are not signed: you have asked, and HTTPS proves who
         *     answers.
         */
        post: operations["listEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/initiate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a payment on our page
         * @description The customer chooses and pays on a page of ours: send the browser to `redirect_url`. Card always, UPI for INR,
         *     the wallets for BDT, SEPA direct debit for EUR with `card_and_sepa`. The `payment_trx` in the link is no trx: track the
         *     payment by your `identifier`. A declined card may be tried again there, three times in all.
         */
        post: operations["initiateHostedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where a hosted payment stands
         * @description The same as `/h2h/status`. The fields of a method are there once the customer has chosen one.
         */
        post: operations["getHostedPaymentStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money of a hosted payment back
         * @description The same as `/h2h/refund`.
         */
        post: operations["refundHostedPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payment/refund/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where a hosted payment's refund stands
         * @description The same as `/h2h/refund/status`.
         */
        post: operations["getHostedRefundStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payments/{trx}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play the customer, the clock or the bank of a test payment
         * @description For UPI and wallet payments that were made with a test key; cards have test numbers. `dispute_won` and
         *     `dispute_lost` close the open dispute of a payment by any method, `refund_taken_back` fails its latest refund that has
         *     succeeded. Answers as `/h2h/status` does, once the gateway has been
         *     asked. With a live key there is no such path.
         */
        post: operations["simulatePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys that evidence is signed with
         * @description A JSON Web Key Set (RFC 7517), for whoever is shown evidence of what a merchant was told.
         */
        get: operations["getEvidenceKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the stores can be reached */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    payment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment or a refund has ended, or a dispute was opened or closed
         * @description Posted to the payment's `ipn_url` once for every result, of the payment and of each of
         *     its refunds, and when a dispute of it is opened or closed; the answer of a card payment too, since you may have lost the reply; none for `pending`. Signed as Standard Webhooks 1.0 say. Answer any 2xx within 15 s;
         *     anything else is tried again for about three days. Redirects are not followed. A retry may come after a later event: let no
         *     lower `sequence` change what a higher one of the same payment has said.
         */
        post: operations["takeNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    ping: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operator tries your endpoint
         * @description Signed like any notification. Some of them are forged on purpose, to see that you verify: answer 2xx to what verifies and 4xx to the others.
         */
        post: operations["takePing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CardInitiateRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description What to pay, in major units (`49.9` is 49 euros and 90 cents), with no more decimals than the currency has: none for JPY, three for KWD. Never rounded. The bounds are the tightest of platform, gateway and merchant; an error names the one that counts. */
            amount: number;
            /** @description ISO 4217, in upper case. */
            currency: string;
            /**
             * @description When it is missing, a `card` object means card; else INR means UPI and BDT a wallet.
             * @enum {string|null}
             */
            payment_method_type?: "card" | null;
            customer: {
                first_name: string;
                last_name: string;
                /** Format: email */
                email: string;
                /** @description E.164: `+`, country code, number. */
                mobile: string;
            };
            card: {
                /** @description 12 to 19 digits that pass the Luhn check; spaces are allowed. */
                number: string;
                /** @description 1 to 12. A card is good to the end of its month everywhere on earth. */
                expiry_month: number;
                /** @description Four digits, at most 20 years ahead. */
                expiry_year: number;
                /** @description Four digits for AMEX, three for the others. Never stored. */
                cvv: string;
                /** @description The name on the card. */
                holder: string;
                /**
                 * @description The card's network; found by the number when it is missing.
                 * @enum {string|null}
                 */
                type?: "VISA" | "MASTERCARD" | "AMEX" | null;
            };
            billing_address: {
                /** @description ISO 3166-1 alpha-2, in upper case. */
                country: string;
                address?: string | null;
                city?: string | null;
                postal_code?: string | null;
            };
            /** @description An id of the customer's device, against fraud. */
            device_fingerprint: string;
            /** @description What is paid for, as the customer reads it. */
            details: string;
            /** @description Your own id of the payment, unique for ever, compared byte for byte. Notifications are matched by it. A UUID does best. */
            identifier: string;
            /**
             * Format: uri
             * @description Where the notification is sent, without a fragment.
             */
            ipn_url: string;
            /**
             * Format: uri
             * @description Where the customer goes after success, exactly as given.
             */
            success_url: string;
            /**
             * Format: uri
             * @description Where the customer goes when nothing was paid.
             */
            cancel_url: string;
            /** @description The name of your shop, as the customer reads it. */
            site_name: string;
            /**
             * Format: uri
             * @description Your logo, for the pages that the customer sees.
             */
            site_logo?: string | null;
        };
        UpiInitiateRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description What to pay, in major units (`49.9` is 49 euros and 90 cents), with no more decimals than the currency has: none for JPY, three for KWD. Never rounded. The bounds are the tightest of platform, gateway and merchant; an error names the one that counts. */
            amount: number;
            /**
             * @description ISO 4217, in upper case.
             * @constant
             */
            currency: "INR";
            /**
             * @description When it is missing, a `card` object means card; else INR means UPI and BDT a wallet.
             * @enum {string|null}
             */
            payment_method_type?: "local" | null;
            customer: {
                first_name: string;
                last_name: string;
                /** Format: email */
                email: string;
                /** @description An Indian number: +91 and ten digits. */
                mobile: string;
            };
            /** @description What is paid for, as the customer reads it. */
            details: string;
            /** @description Your own id of the payment, unique for ever, compared byte for byte. Notifications are matched by it. A UUID does best. */
            identifier: string;
            /**
             * Format: uri
             * @description Where the notification is sent, without a fragment.
             */
            ipn_url: string;
            /**
             * Format: uri
             * @description Where the customer goes after success, exactly as given.
             */
            success_url: string;
            /**
             * Format: uri
             * @description Where the customer goes when nothing was paid.
             */
            cancel_url: string;
            /** @description The name of your shop, as the customer reads it. */
            site_name: string;
            /**
             * Format: uri
             * @description Your logo, for the pages that the customer sees.
             */
            site_logo?: string | null;
        };
        WalletInitiateRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description What to pay, in major units (`49.9` is 49 euros and 90 cents), with no more decimals than the currency has: none for JPY, three for KWD. Never rounded. The bounds are the tightest of platform, gateway and merchant; an error names the one that counts. */
            amount: number;
            /**
             * @description ISO 4217, in upper case.
             * @constant
             */
            currency: "BDT";
            /**
             * @description When it is missing, a `card` object means card; else INR means UPI and BDT a wallet.
             * @enum {string|null}
             */
            payment_method_type?: "local" | null;
            customer: {
                first_name: string;
                last_name: string;
                /** Format: email */
                email: string;
                /** @description A number of Bangladesh: +8801 and nine digits. */
                mobile: string;
                /** @description `BKASH` or `NAGAD`, in any case. */
                payment_method_code: string;
                /** @description Of the wallet's page: `BN` or `EN`, in any case; `EN` when it is missing. */
                language?: string | null;
            };
            /** @description What is paid for, as the customer reads it. */
            details: string;
            /** @description Your own id of the payment, unique for ever, compared byte for byte. Notifications are matched by it. A UUID does best. */
            identifier: string;
            /**
             * Format: uri
             * @description Where the notification is sent, without a fragment.
             */
            ipn_url: string;
            /**
             * Format: uri
             * @description Where the customer goes after success, exactly as given.
             */
            success_url: string;
            /**
             * Format: uri
             * @description Where the customer goes when nothing was paid.
             */
            cancel_url: string;
            /** @description The name of your shop, as the customer reads it. */
            site_name: string;
            /**
             * Format: uri
             * @description Your logo, for the pages that the customer sees.
             */
            site_logo?: string | null;
        };
        HostedInitiateRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description What to pay, in major units (`49.9` is 49 euros and 90 cents), with no more decimals than the currency has: none for JPY, three for KWD. Never rounded. The bounds are the tightest of platform, gateway and merchant; an error names the one that counts. */
            amount: number;
            /** @description ISO 4217, in upper case. */
            currency: string;
            customer: {
                first_name: string;
                last_name: string;
                /** Format: email */
                email: string;
                /** @description E.164: `+`, country code, number. */
                mobile: string;
            };
            /** @description What is paid for, as the customer reads it. */
            details: string;
            /** @description Your own id of the payment, unique for ever, compared byte for byte. Notifications are matched by it. A UUID does best. */
            identifier: string;
            /**
             * Format: uri
             * @description Where the notification is sent, without a fragment.
             */
            ipn_url: string;
            /**
             * Format: uri
             * @description Where the customer goes after success, exactly as given.
             */
            success_url: string;
            /**
             * Format: uri
             * @description Where the customer goes when nothing was paid.
             */
            cancel_url: string;
            /** @description The name of your shop, as the customer reads it. */
            site_name: string;
            /**
             * @description `card` when it is missing; `card_and_sepa` adds SEPA direct debit for EUR. INR adds UPI and BDT the wallets by itself.
             * @enum {string|null}
             */
            payment_method_type?: "card" | "card_and_sepa" | null;
            billing_info?: {
                address_one?: string | null;
                address_two?: string | null;
                area?: string | null;
                city?: string | null;
                sub_city?: string | null;
                state?: string | null;
                postcode?: string | null;
                country?: string | null;
                others?: string | null;
            } | null;
            shipping_info?: {
                address_one?: string | null;
                address_two?: string | null;
                area?: string | null;
                city?: string | null;
                sub_city?: string | null;
                state?: string | null;
                postcode?: string | null;
                country?: string | null;
                others?: string | null;
            } | null;
            /**
             * Format: uri
             * @description Your logo, for the pages that the customer sees.
             */
            site_logo?: string | null;
        };
        PaymentQuery: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The transaction id. Needed unless `identifier` is sent; both must mean the same payment. */
            trx: string;
            /** @description Your own id of the payment, for when the answer with the trx was lost. */
            identifier?: string | null;
        } | {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The transaction id. Needed unless `identifier` is sent; both must mean the same payment. */
            trx?: string | null;
            /** @description Your own id of the payment, for when the answer with the trx was lost. */
            identifier: string;
        };
        ProofRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The transaction id of the initiate answer. */
            trx: string;
            /** @description An image (PNG, JPEG, WebP or GIF; a data URI or bare base64), an http(s) URL of one, which is shown and never fetched, or a text reference of 4 to 255 printable characters with a digit. At most 10 MiB. */
            payment_proof: string;
        };
        RefundRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The transaction id. Needed unless `identifier` is sent; both must mean the same payment. */
            trx: string;
            /** @description Your own id of the payment, for when the answer with the trx was lost. */
            identifier?: string | null;
            /** @description Your own id of the refund, unique among your refunds for ever, compared byte for byte. A UUID does best. */
            refund_identifier: string;
            /** @description What to send back, in major units of the gateway currency, with no more decimals than it has. All that is left when it is missing. At most that: an error names it. */
            amount?: number | null;
            /**
             * @description Why, for you and for the gateway. `requested_by_customer` when it is missing.
             * @enum {string|null}
             */
            reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | null;
            /** @description A word for operators, and for the customer's statement where the gateway takes one. */
            note?: string | null;
        } | {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The transaction id. Needed unless `identifier` is sent; both must mean the same payment. */
            trx?: string | null;
            /** @description Your own id of the payment, for when the answer with the trx was lost. */
            identifier: string;
            /** @description Your own id of the refund, unique among your refunds for ever, compared byte for byte. A UUID does best. */
            refund_identifier: string;
            /** @description What to send back, in major units of the gateway currency, with no more decimals than it has. All that is left when it is missing. At most that: an error names it. */
            amount?: number | null;
            /**
             * @description Why, for you and for the gateway. `requested_by_customer` when it is missing.
             * @enum {string|null}
             */
            reason?: "requested_by_customer" | "duplicate" | "fraudulent" | "other" | null;
            /** @description A word for operators, and for the customer's statement where the gateway takes one. */
            note?: string | null;
        };
        RefundQuery: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The id of the refund. Needed unless `refund_identifier` is sent; both must mean the same refund. */
            refund_id: string;
            /** @description Your own id of the refund, for when the answer was lost. */
            refund_identifier?: string | null;
        } | {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /** @description The id of the refund. Needed unless `refund_identifier` is sent; both must mean the same refund. */
            refund_id?: string | null;
            /** @description Your own id of the refund, for when the answer was lost. */
            refund_identifier: string;
        };
        EventsQuery: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /**
             * @description The last sequence number that you have.
             * @default 0
             */
            after?: number | null;
            /**
             * @description The most events to give at once.
             * @default 100
             */
            limit?: number | null;
        };
        SimulationRequest: {
            /** @description Your public key: `pk_test_…` or `pk_live_…`. */
            public_key: string;
            /**
             * @description What the customer, the clock, or the bank does.
             * @enum {string}
             */
            action: "confirm" | "fail" | "cancel" | "expire" | "dispute_won" | "dispute_lost" | "refund_taken_back";
        };
        CardInitiated: {
            /** @constant */
            status: "success";
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
            /** @description Cards: whether the customer must be sent to `redirect_url` to authenticate. False once the bank is done with them. */
            requires_3ds: boolean;
            /** @description Cards: the issuer's page while `requires_3ds` is true, else null. */
            redirect_url: string | null;
            /** @description One sentence for people on where the payment stands. */
            message: string;
        };
        UpiInitiated: {
            /** @constant */
            status: "success";
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /** @description The QR code: a PNG in bare base64, which decodes to `qr_content`. */
            qr_code: string;
            /**
             * Format: uri
             * @description What the QR code holds; the same as `paymentlinks.upi`.
             */
            qr_content: string;
            /** @description Links that open UPI apps. */
            paymentlinks: {
                /**
                 * Format: uri
                 * @description For any UPI app; always there.
                 */
                upi: string;
                /**
                 * Format: uri
                 * @description For Android browsers; only when it is configured.
                 */
                upi1?: string;
                /**
                 * Format: uri
                 * @description For one app; only when the gateway says that the app is supported.
                 */
                gpay?: string;
                /**
                 * Format: uri
                 * @description As `gpay`.
                 */
                phonepe?: string;
                /**
                 * Format: uri
                 * @description As `gpay`.
                 */
                paytm?: string;
            };
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
            /**
             * Format: date-time
             * @description When the payment ends if nobody pays.
             */
            expires_at: string;
        };
        WalletInitiated: {
            /** @constant */
            status: "success";
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /** @description The wallet's link under its name; the same as `payment_url`. */
            paymentlinks: {
                /**
                 * Format: uri
                 * @description The wallet's page.
                 */
                bkash?: string;
                /**
                 * Format: uri
                 * @description The wallet's page.
                 */
                nagad?: string;
            };
            /** @enum {string} */
            payment_method_code: "BKASH" | "NAGAD";
            /** @enum {string} */
            language: "BN" | "EN";
            /**
             * Format: uri
             * @description The wallet's page: send the customer there.
             */
            payment_url: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
            /**
             * Format: date-time
             * @description When the payment ends if nobody pays.
             */
            expires_at: string;
        };
        HostedInitiated: {
            /** @constant */
            status: "success";
            message: string;
            /**
             * Format: uri
             * @description Our checkout page: send the customer there. Track the payment by your `identifier`, not by this.
             */
            redirect_url: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
        };
        /** @description Where a payment stands. Amounts are in major units. */
        Payment: {
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /** @description Your own id of the payment. */
            identifier: string;
            /** @description The amount of the initiate request, in major units. */
            requested_amount: number;
            /** @description The currency of the initiate request. */
            requested_currency: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /** @description The quote while the payment is pending, what was received after success, 0 when nothing was received, in the gateway currency. */
            gross_amount: number;
            /** @description The fee, in the gateway currency. */
            charge: number;
            /** @description `gross_amount` less `charge`, to the last digit, in the gateway currency. */
            net_amount: number;
            /** @description The gateway currency; it may differ from the requested one. */
            currency: string;
            /** @description `gross_amount`, in USD. */
            gross_amount_usd: number;
            /** @description `charge`, in USD. */
            charge_usd: number;
            /** @description `gross_amount_usd` less `charge_usd`, to the last digit, in USD. */
            net_amount_usd: number;
            /** @description Units of the gateway currency for 1 USD, frozen at initiation. */
            conversion_rate: number;
            /** @description What has gone back to the customer so far; the fee does not, in the gateway currency. */
            refunded_amount: number;
            /** @description `refunded_amount`, in USD. */
            refunded_amount_usd: number;
            /**
             * @description Where its refunds stand: `none` that succeeded, one still `pending`, or `partial` and `full` by what has gone back.
             * @enum {string}
             */
            refund_status: "none" | "pending" | "partial" | "full";
            /**
             * Format: date-time
             * @description When it was initiated: ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its status changed last.
             */
            updated_at: string;
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
            /** @description Whether it was made with a test key: no money moved. */
            test: boolean;
            /** @description Cards: whether the customer must be sent to `redirect_url` to authenticate. False once the bank is done with them. */
            requires_3ds?: boolean;
            /** @description Cards: the issuer's page while `requires_3ds` is true, else null. */
            redirect_url?: string | null;
            /** @description Cards and direct debits: One sentence for people on where the payment stands. */
            message?: string;
            /** @description Cards: the network and the last four digits. A hosted payment has it once a card was entered. */
            card?: {
                network: string;
                last4: string;
            };
            /**
             * @description UPI and wallets: where the proof of payment stands; null when there is none.
             * @enum {string|null}
             */
            proof_status?: "pending" | "verified" | "rejected" | null;
            /**
             * Format: date-time
             * @description UPI and wallets: when the first proof was handed in.
             */
            proof_submitted_at?: string | null;
            /**
             * Format: date-time
             * @description UPI and wallets: when the proof was accepted.
             */
            proof_verified_at?: string | null;
            /** @description UPI and wallets: what the reviewer says. */
            verification_notes?: string | null;
            /** @description Direct debits: the reference of the SEPA mandate, as the bank names it. */
            mandate_reference?: string;
            /** @description Direct debits: country, check digits and last four of the debtor's IBAN. */
            iban?: string;
        };
        /** @description Where a payment stands. Amounts are in major units. */
        PaymentStatus: {
            /** @constant */
            status: "success";
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /** @description Your own id of the payment. */
            identifier: string;
            /** @description The amount of the initiate request, in major units. */
            requested_amount: number;
            /** @description The currency of the initiate request. */
            requested_currency: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /** @description The quote while the payment is pending, what was received after success, 0 when nothing was received, in the gateway currency. */
            gross_amount: number;
            /** @description The fee, in the gateway currency. */
            charge: number;
            /** @description `gross_amount` less `charge`, to the last digit, in the gateway currency. */
            net_amount: number;
            /** @description The gateway currency; it may differ from the requested one. */
            currency: string;
            /** @description `gross_amount`, in USD. */
            gross_amount_usd: number;
            /** @description `charge`, in USD. */
            charge_usd: number;
            /** @description `gross_amount_usd` less `charge_usd`, to the last digit, in USD. */
            net_amount_usd: number;
            /** @description Units of the gateway currency for 1 USD, frozen at initiation. */
            conversion_rate: number;
            /** @description What has gone back to the customer so far; the fee does not, in the gateway currency. */
            refunded_amount: number;
            /** @description `refunded_amount`, in USD. */
            refunded_amount_usd: number;
            /**
             * @description Where its refunds stand: `none` that succeeded, one still `pending`, or `partial` and `full` by what has gone back.
             * @enum {string}
             */
            refund_status: "none" | "pending" | "partial" | "full";
            /**
             * Format: date-time
             * @description When it was initiated: ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its status changed last.
             */
            updated_at: string;
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
            /** @description Whether it was made with a test key: no money moved. */
            test: boolean;
            /** @description Cards: whether the customer must be sent to `redirect_url` to authenticate. False once the bank is done with them. */
            requires_3ds?: boolean;
            /** @description Cards: the issuer's page while `requires_3ds` is true, else null. */
            redirect_url?: string | null;
            /** @description Cards and direct debits: One sentence for people on where the payment stands. */
            message?: string;
            /** @description Cards: the network and the last four digits. A hosted payment has it once a card was entered. */
            card?: {
                network: string;
                last4: string;
            };
            /**
             * @description UPI and wallets: where the proof of payment stands; null when there is none.
             * @enum {string|null}
             */
            proof_status?: "pending" | "verified" | "rejected" | null;
            /**
             * Format: date-time
             * @description UPI and wallets: when the first proof was handed in.
             */
            proof_submitted_at?: string | null;
            /**
             * Format: date-time
             * @description UPI and wallets: when the proof was accepted.
             */
            proof_verified_at?: string | null;
            /** @description UPI and wallets: what the reviewer says. */
            verification_notes?: string | null;
            /** @description Direct debits: the reference of the SEPA mandate, as the bank names it. */
            mandate_reference?: string;
            /** @description Direct debits: country, check digits and last four of the debtor's IBAN. */
            iban?: string;
        };
        ProofSubmitted: {
            /** @constant */
            status: "success";
            message: string[];
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /**
             * @description `pending` right after submission.
             * @enum {string}
             */
            proof_status: "pending" | "verified" | "rejected";
            /** @description What happens next. */
            verification_note: string;
        };
        /** @description Where a refund stands. Amounts are in major units. */
        Refund: {
            /**
             * Format: uuid
             * @description The transaction id of the payment.
             */
            trx: string;
            /** @description Your own id of the payment. */
            identifier: string;
            /**
             * Format: uuid
             * @description The id of the refund.
             */
            refund_id: string;
            /** @description Your own id of the refund; one that an operator made has ours. */
            refund_identifier: string;
            /**
             * @description Where the refund stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            refund_status: "pending" | "success" | "failed";
            /** @description What goes back, in the gateway currency. */
            amount: number;
            /** @description `amount` in USD by the payment's frozen rate; an estimate while the refund is pending. */
            amount_usd: number;
            /** @description The gateway currency of the payment. */
            currency: string;
            /**
             * @description Why it was asked for.
             * @enum {string}
             */
            reason: "requested_by_customer" | "duplicate" | "fraudulent" | "other";
            /** @description One sentence for people on why it failed; null when it did not. */
            failure: string | null;
            /** @description What has gone back of the payment so far, by all its refunds, in the gateway currency. */
            refunded_amount: number;
            /** @description What is left, with pending refunds counted as gone, in the gateway currency. */
            refundable_amount: number;
            /**
             * Format: date-time
             * @description When it was asked for: ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its status changed last.
             */
            updated_at: string;
        };
        /** @description A customer who wants the money back from the bank. */
        Dispute: {
            /** @description The gateway's id of the dispute, under which it is answered there. */
            id: string;
            /** @description What the customer wants back, in major units; it may be less than the payment. */
            amount: number;
            /** @description The currency of `amount`: as a rule the gateway currency of the payment. */
            currency: string;
            /**
             * @description Why, as the bank says. More reasons may come.
             * @enum {string}
             */
            reason: "fraudulent" | "unrecognized" | "duplicate" | "product_not_received" | "product_unacceptable" | "credit_not_processed" | "subscription_cancelled" | "other";
            /**
             * Format: date-time
             * @description When it was opened.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description Until when the bank takes an answer; null when the gateway does not say.
             */
            respond_by: string | null;
            /**
             * @description `open`; `won`: the money is yours; `lost`: it has gone back. One that was won may still be lost later.
             * @enum {string}
             */
            state: "open" | "won" | "lost";
        };
        /** @description A payment with the dispute that a notification tells of. */
        DisputedPayment: {
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /** @description Your own id of the payment. */
            identifier: string;
            /** @description The amount of the initiate request, in major units. */
            requested_amount: number;
            /** @description The currency of the initiate request. */
            requested_currency: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /** @description The quote while the payment is pending, what was received after success, 0 when nothing was received, in the gateway currency. */
            gross_amount: number;
            /** @description The fee, in the gateway currency. */
            charge: number;
            /** @description `gross_amount` less `charge`, to the last digit, in the gateway currency. */
            net_amount: number;
            /** @description The gateway currency; it may differ from the requested one. */
            currency: string;
            /** @description `gross_amount`, in USD. */
            gross_amount_usd: number;
            /** @description `charge`, in USD. */
            charge_usd: number;
            /** @description `gross_amount_usd` less `charge_usd`, to the last digit, in USD. */
            net_amount_usd: number;
            /** @description Units of the gateway currency for 1 USD, frozen at initiation. */
            conversion_rate: number;
            /** @description What has gone back to the customer so far; the fee does not, in the gateway currency. */
            refunded_amount: number;
            /** @description `refunded_amount`, in USD. */
            refunded_amount_usd: number;
            /**
             * @description Where its refunds stand: `none` that succeeded, one still `pending`, or `partial` and `full` by what has gone back.
             * @enum {string}
             */
            refund_status: "none" | "pending" | "partial" | "full";
            /**
             * Format: date-time
             * @description When it was initiated: ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its status changed last.
             */
            updated_at: string;
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
            /** @description Whether the money came after the payment had ended. */
            late_confirmation: boolean;
            /** @description Whether it was made with a test key: no money moved. */
            test: boolean;
            /** @description Cards: whether the customer must be sent to `redirect_url` to authenticate. False once the bank is done with them. */
            requires_3ds?: boolean;
            /** @description Cards: the issuer's page while `requires_3ds` is true, else null. */
            redirect_url?: string | null;
            /** @description Cards and direct debits: One sentence for people on where the payment stands. */
            message?: string;
            /** @description Cards: the network and the last four digits. A hosted payment has it once a card was entered. */
            card?: {
                network: string;
                last4: string;
            };
            /**
             * @description UPI and wallets: where the proof of payment stands; null when there is none.
             * @enum {string|null}
             */
            proof_status?: "pending" | "verified" | "rejected" | null;
            /**
             * Format: date-time
             * @description UPI and wallets: when the first proof was handed in.
             */
            proof_submitted_at?: string | null;
            /**
             * Format: date-time
             * @description UPI and wallets: when the proof was accepted.
             */
            proof_verified_at?: string | null;
            /** @description UPI and wallets: what the reviewer says. */
            verification_notes?: string | null;
            /** @description Direct debits: the reference of the SEPA mandate, as the bank names it. */
            mandate_reference?: string;
            /** @description Direct debits: country, check digits and last four of the debtor's IBAN. */
            iban?: string;
            dispute: components["schemas"]["Dispute"];
        };
        RefundStatus: {
            /** @constant */
            status: "success";
            /**
             * Format: uuid
             * @description The transaction id of the payment.
             */
            trx: string;
            /** @description Your own id of the payment. */
            identifier: string;
            /**
             * Format: uuid
             * @description The id of the refund.
             */
            refund_id: string;
            /** @description Your own id of the refund; one that an operator made has ours. */
            refund_identifier: string;
            /**
             * @description Where the refund stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            refund_status: "pending" | "success" | "failed";
            /** @description What goes back, in the gateway currency. */
            amount: number;
            /** @description `amount` in USD by the payment's frozen rate; an estimate while the refund is pending. */
            amount_usd: number;
            /** @description The gateway currency of the payment. */
            currency: string;
            /**
             * @description Why it was asked for.
             * @enum {string}
             */
            reason: "requested_by_customer" | "duplicate" | "fraudulent" | "other";
            /** @description One sentence for people on why it failed; null when it did not. */
            failure: string | null;
            /** @description What has gone back of the payment so far, by all its refunds, in the gateway currency. */
            refunded_amount: number;
            /** @description What is left, with pending refunds counted as gone, in the gateway currency. */
            refundable_amount: number;
            /**
             * Format: date-time
             * @description When it was asked for: ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its status changed last.
             */
            updated_at: string;
        };
        PaymentCancelled: {
            /** @constant */
            status: "success";
            /**
             * Format: uuid
             * @description The transaction id.
             */
            trx: string;
            /**
             * @description Where the payment stands. An outcome that is not known yet is `pending`.
             * @enum {string}
             */
            payment_status: "pending" | "success" | "failed" | "cancelled";
            /**
             * @description Why the payment did not go the plain way; null when it did. More reasons may come.
             * @enum {string|null}
             */
            reason: "insufficient_funds" | "do_not_honor" | "expired_card" | "incorrect_cvv" | "authentication_failed" | "authentication_cancelled" | "authentication_timeout" | "cancelled_by_customer" | "cancelled_by_merchant" | "session_expired" | "expired" | "proof_rejected" | "gateway_error" | "velocity" | "late_confirmation" | null;
        };
        /** @description What is posted to `ipn_url`: the same bytes on every retry. */
        Notification: {
            /** @description The event's id: the same on every retry, and the header `webhook-id`. */
            id: string;
            /** @enum {string} */
            type: "payment.success" | "payment.failed" | "payment.cancelled" | "refund.success" | "refund.failed" | "dispute.opened" | "dispute.closed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description Counts your events from 1 without a gap. */
            sequence: number;
            /** @description Your own id of the payment. */
            identifier: string;
            /**
             * @description Always the `payment_status` in `data`; of a refund its `refund_status`, of a dispute its `state`.
             * @enum {string}
             */
            status: "success" | "failed" | "cancelled" | "open" | "won" | "lost";
            /** @description The payment, or the refund, as its status call gave it when this happened; of a dispute, the payment with it. */
            data: components["schemas"]["DisputedPayment"] | components["schemas"]["Payment"] | components["schemas"]["Refund"];
        };
        /** @description Tries your endpoint: about no payment, and without a sequence number. */
        Ping: {
            /** @description The event's id: the same on every retry, and the header `webhook-id`. */
            id: string;
            /** @constant */
            type: "ping";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            data: Record<string, never>;
        };
        Events: {
            /** @constant */
            status: "success";
            events: {
                /** @description The event's id: the same on every retry, and the header `webhook-id`. */
                id: string;
                /** @enum {string} */
                type: "payment.success" | "payment.failed" | "payment.cancelled" | "refund.success" | "refund.failed" | "dispute.opened" | "dispute.closed";
                /**
                 * Format: date-time
                 * @description When it happened.
                 */
                timestamp: string;
                /** @description Counts your events from 1 without a gap. */
                sequence: number;
                /** @description Your own id of the payment. */
                identifier: string;
                /**
                 * @description Always the `payment_status` in `data`; of a refund its `refund_status`, of a dispute its `state`.
                 * @enum {string}
                 */
                status: "success" | "failed" | "cancelled" | "open" | "won" | "lost";
                /** @description The payment, or the refund, as its status call gave it when this happened; of a dispute, the payment with it. */
                data: components["schemas"]["DisputedPayment"] | components["schemas"]["Payment"] | components["schemas"]["Refund"];
                /** @description The header of the notification. */
                "webhook-id": string;
            }[];
            /** @description The sequence number to go on from: the next `after`. */
            last: number;
        };
        Health: {
            /** @constant */
            status: "ok";
        };
        StoresAway: {
            /** @constant */
            status: "unavailable";
            away: ("redis" | "mongodb")[];
        };
        /** @description What evidence is verified with. */
        JsonWebKeySet: {
            keys: {
                kty: string;
                crv: string;
                x: string;
                alg: string;
                use: string;
                kid: string;
            }[];
        };
        Error: {
            /** @enum {string} */
            status: "error";
            /** @description Sentences for people: one for each fault. */
            message: string[];
            /** @enum {string} */
            code: "bad_request" | "invalid_json" | "validation_error" | "authentication_failed" | "merchant_inactive" | "method_not_enabled" | "not_found" | "transaction_not_found" | "refund_not_found" | "method_not_allowed" | "request_timeout" | "duplicate_identifier" | "payment_final" | "payment_in_progress" | "proof_under_review" | "proof_limit_reached" | "payment_not_refundable" | "payment_disputed" | "nothing_to_simulate" | "request_in_progress" | "payload_too_large" | "unsupported_media_type" | "no_flow_available" | "proof_not_supported" | "simulation_not_supported" | "refund_not_supported" | "idempotency_mismatch" | "rate_limited" | "internal_error" | "service_unavailable" | "gateway_unavailable" | "overloaded";
            /** @description Also in the header `X-Request-Id`; it finds the request in our logs. */
            request_id: string;
            /** @description With `validation_error`: every faulty field, in field order. */
            errors?: {
                /** @description A dotted path in the names of the request, such as `card.number`. */
                field: string;
                /** @description What programs go by, such as `required` or `too_long`. */
                code: string;
                /** @description A sentence for people. */
                message: string;
            }[];
        };
    };
    responses: {
        /**
         * @description `bad_request`: not HTTP that can be read; with 431 when its headers are too large.
         *
         *     `invalid_json`: not JSON, not an object, not UTF-8, nested deeper than 20.
         *
         *     `validation_error`: a field is missing, of the wrong type or out of rule; see `errors`.
         */
        Error400: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description How many requests there may be at once. */
                "RateLimit-Limit"?: number;
                /** @description How many there may still be. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until all of them are there again. */
                "RateLimit-Reset"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "bad_request" | "invalid_json" | "validation_error";
                };
            };
        };
        /** @description `authentication_failed`: the key is missing, unknown, revoked or no string. */
        Error401: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description How many requests there may be at once. */
                "RateLimit-Limit": number;
                /** @description How many there may still be. */
                "RateLimit-Remaining": number;
                /** @description Seconds until all of them are there again. */
                "RateLimit-Reset": number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "authentication_failed";
                };
            };
        };
        /** @description `method_not_allowed`: the path takes another method; see `Allow`. */
        Error405: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description The methods that the path takes. */
                Allow: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "method_not_allowed";
                };
            };
        };
        /** @description `request_timeout`: the body did not arrive in 30 s. */
        Error408: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "request_timeout";
                };
            };
        };
        /** @description `payload_too_large`: body over 100 KB, proof over 10 MiB. */
        Error413: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description How many requests there may be at once. */
                "RateLimit-Limit"?: number;
                /** @description How many there may still be. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until all of them are there again. */
                "RateLimit-Reset"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "payload_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: Content-Type is not JSON in UTF-8. */
        Error415: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "unsupported_media_type";
                };
            };
        };
        /** @description `rate_limited`: too many requests; see `RateLimit-*`. */
        Error429: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description How many requests there may be at once. */
                "RateLimit-Limit": number;
                /** @description How many there may still be. */
                "RateLimit-Remaining": number;
                /** @description Seconds until all of them are there again. */
                "RateLimit-Reset": number;
                /** @description Seconds to wait before the next try. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "rate_limited";
                };
            };
        };
        /** @description `internal_error`: a bug of ours, logged under `request_id`. */
        Error500: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description How many requests there may be at once. */
                "RateLimit-Limit"?: number;
                /** @description How many there may still be. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until all of them are there again. */
                "RateLimit-Reset"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "internal_error";
                };
            };
        };
        /** @description `service_unavailable`: a store is away, or too many large bodies come at once; nothing was written, as far as we can know. */
        Error503: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                /** @description How many requests there may be at once. */
                "RateLimit-Limit"?: number;
                /** @description How many there may still be. */
                "RateLimit-Remaining"?: number;
                /** @description Seconds until all of them are there again. */
                "RateLimit-Reset"?: number;
                /** @description Seconds to wait before the next try. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "service_unavailable";
                };
            };
        };
        /** @description `bad_request`: not HTTP that can be read; with 431 when its headers are too large. */
        Error431: {
            headers: {
                /** @description Names the request in our logs. */
                "X-Request-Id": string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code: "bad_request";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    initiatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CardInitiateRequest"] | components["schemas"]["UpiInitiateRequest"] | components["schemas"]["WalletInitiateRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardInitiated"] | components["schemas"]["UpiInitiated"] | components["schemas"]["WalletInitiated"];
                };
            };
            /**
             * @description `bad_request`: not HTTP that can be read; with 431 when its headers are too large.
             *
             *     `invalid_json`: not JSON, not an object, not UTF-8, nested deeper than 20.
             *
             *     `validation_error`: a field is missing, of the wrong type or out of rule; see `errors`.
             */
            400: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit"?: number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "validation_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            /**
             * @description `merchant_inactive`: the account is suspended; status and events still answer.
             *
             *     `method_not_enabled`: the account may not use this method.
             */
            403: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "merchant_inactive" | "method_not_enabled";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `duplicate_identifier`: the identifier, of the payment or of the refund, was used before.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "duplicate_identifier";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /**
             * @description `idempotency_mismatch`: the Idempotency-Key was used with another request.
             *
             *     `no_flow_available`: no route for this currency and merchant.
             */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch" | "no_flow_available";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /**
             * @description `service_unavailable`: a store is away, or too many large bodies come at once; nothing was written, as far as we can know.
             *
             *     `overloaded`: more payments are being started than can be taken; nothing was written.
             *
             *     `gateway_unavailable`: the gateway cannot be reached. After an initiate there is no payment, and its identifier is free; should its order have been paid all the same, the payment comes back as `success` with `late_confirmation`, and a repeat is `duplicate_identifier`. Any other call may have taken effect all the same: ask for the status.
             */
            503: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit"?: number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "service_unavailable" | "overloaded" | "gateway_unavailable";
                    };
                };
            };
        };
    };
    getPaymentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatus"];
                };
            };
            400: components["responses"]["Error400"];
            /** @description `authentication_failed`: the key is missing, unknown, revoked or no string. */
            401: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "authentication_failed";
                    };
                };
            };
            /** @description `transaction_not_found`: the trx is unknown, no UUID, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    submitProof: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProofRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProofSubmitted"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /** @description `merchant_inactive`: the account is suspended; status and events still answer. */
            403: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "merchant_inactive";
                    };
                };
            };
            /** @description `transaction_not_found`: the trx is unknown, no UUID, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `payment_final`: the payment has ended, or its review is decided.
             *
             *     `proof_limit_reached`: a fourth version of a proof.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "payment_final" | "proof_limit_reached";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /**
             * @description `idempotency_mismatch`: the Idempotency-Key was used with another request.
             *
             *     `proof_not_supported`: proof for a card payment, or for one that waits for no money.
             */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch" | "proof_not_supported";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentCancelled"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /** @description `merchant_inactive`: the account is suspended; status and events still answer. */
            403: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "merchant_inactive";
                    };
                };
            };
            /** @description `transaction_not_found`: the trx is unknown, no UUID, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `payment_final`: the payment has ended, or its review is decided.
             *
             *     `payment_in_progress`: cancel of a payment that is being paid.
             *
             *     `proof_under_review`: cancel while a proof is under review.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "payment_final" | "payment_in_progress" | "proof_under_review";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /** @description `idempotency_mismatch`: the Idempotency-Key was used with another request. */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /**
             * @description `service_unavailable`: a store is away, or too many large bodies come at once; nothing was written, as far as we can know.
             *
             *     `gateway_unavailable`: the gateway cannot be reached. After an initiate there is no payment, and its identifier is free; should its order have been paid all the same, the payment comes back as `success` with `late_confirmation`, and a repeat is `duplicate_identifier`. Any other call may have taken effect all the same: ask for the status.
             */
            503: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit"?: number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "service_unavailable" | "gateway_unavailable";
                    };
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundStatus"];
                };
            };
            /**
             * @description `bad_request`: not HTTP that can be read; with 431 when its headers are too large.
             *
             *     `invalid_json`: not JSON, not an object, not UTF-8, nested deeper than 20.
             *
             *     `validation_error`: a field is missing, of the wrong type or out of rule; see `errors`.
             */
            400: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit"?: number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "bad_request" | "invalid_json" | "validation_error";
                    };
                };
            };
            401: components["responses"]["Error401"];
            /** @description `merchant_inactive`: the account is suspended; status and events still answer. */
            403: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "merchant_inactive";
                    };
                };
            };
            /** @description `transaction_not_found`: the trx is unknown, no UUID, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `duplicate_identifier`: the identifier, of the payment or of the refund, was used before.
             *
             *     `payment_not_refundable`: the payment has not succeeded.
             *
             *     `payment_disputed`: a dispute that is open or lost covers what is to be refunded.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "duplicate_identifier" | "payment_not_refundable" | "payment_disputed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /**
             * @description `idempotency_mismatch`: the Idempotency-Key was used with another request.
             *
             *     `refund_not_supported`: the payment is too old for its gateway to give it back, its gateway cannot, or it has had 200 refunds.
             */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch" | "refund_not_supported";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRefundStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundStatus"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /** @description `refund_not_found`: the refund is unknown, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "refund_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventsQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    initiateHostedPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HostedInitiateRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HostedInitiated"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /**
             * @description `merchant_inactive`: the account is suspended; status and events still answer.
             *
             *     `method_not_enabled`: the account may not use this method.
             */
            403: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "merchant_inactive" | "method_not_enabled";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `duplicate_identifier`: the identifier, of the payment or of the refund, was used before.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "duplicate_identifier";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /**
             * @description `idempotency_mismatch`: the Idempotency-Key was used with another request.
             *
             *     `no_flow_available`: no route for this currency and merchant.
             */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch" | "no_flow_available";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /**
             * @description `service_unavailable`: a store is away, or too many large bodies come at once; nothing was written, as far as we can know.
             *
             *     `overloaded`: more payments are being started than can be taken; nothing was written.
             */
            503: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit"?: number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "service_unavailable" | "overloaded";
                    };
                };
            };
        };
    };
    getHostedPaymentStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatus"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /** @description `transaction_not_found`: the trx is unknown, no UUID, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    refundHostedPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundStatus"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /** @description `merchant_inactive`: the account is suspended; status and events still answer. */
            403: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "merchant_inactive";
                    };
                };
            };
            /** @description `transaction_not_found`: the trx is unknown, no UUID, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `duplicate_identifier`: the identifier, of the payment or of the refund, was used before.
             *
             *     `payment_not_refundable`: the payment has not succeeded.
             *
             *     `payment_disputed`: a dispute that is open or lost covers what is to be refunded.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "duplicate_identifier" | "payment_not_refundable" | "payment_disputed";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /**
             * @description `idempotency_mismatch`: the Idempotency-Key was used with another request.
             *
             *     `refund_not_supported`: the payment is too old for its gateway to give it back, its gateway cannot, or it has had 200 refunds.
             */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch" | "refund_not_supported";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getHostedRefundStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundStatus"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /** @description `refund_not_found`: the refund is unknown, or another merchant's. */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "refund_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    simulatePayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same request under the same key gets its first answer again for 24 hours. Visible ASCII characters. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The transaction id. */
                trx: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulationRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description `true` when this is the answer of an earlier request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentStatus"];
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            /**
             * @description `not_found`: there is no such path.
             *
             *     `transaction_not_found`: the trx is unknown, no UUID, or another merchant's.
             */
            404: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "not_found" | "transaction_not_found";
                    };
                };
            };
            405: components["responses"]["Error405"];
            408: components["responses"]["Error408"];
            /**
             * @description `request_in_progress`: a request with this Idempotency-Key still runs.
             *
             *     `payment_final`: the payment has ended, or its review is decided.
             *
             *     `nothing_to_simulate`: simulate of a dispute where none is open, or of a refund where none has succeeded.
             */
            409: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "request_in_progress" | "payment_final" | "nothing_to_simulate";
                    };
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            /**
             * @description `idempotency_mismatch`: the Idempotency-Key was used with another request.
             *
             *     `simulation_not_supported`: simulate for a card payment, or confirm or fail before the customer has chosen a method.
             */
            422: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit": number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining": number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset": number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "idempotency_mismatch" | "simulation_not_supported";
                    };
                };
            };
            429: components["responses"]["Error429"];
            431: components["responses"]["Error431"];
            500: components["responses"]["Error500"];
            /**
             * @description `service_unavailable`: a store is away, or too many large bodies come at once; nothing was written, as far as we can know.
             *
             *     `gateway_unavailable`: the gateway cannot be reached. After an initiate there is no payment, and its identifier is free; should its order have been paid all the same, the payment comes back as `success` with `late_confirmation`, and a repeat is `duplicate_identifier`. Any other call may have taken effect all the same: ask for the status.
             */
            503: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    /** @description How many requests there may be at once. */
                    "RateLimit-Limit"?: number;
                    /** @description How many there may still be. */
                    "RateLimit-Remaining"?: number;
                    /** @description Seconds until all of them are there again. */
                    "RateLimit-Reset"?: number;
                    /** @description Seconds to wait before the next try. */
                    "Retry-After"?: number;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code: "service_unavailable" | "gateway_unavailable";
                    };
                };
            };
        };
    };
    getEvidenceKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public keys. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": components["schemas"]["JsonWebKeySet"];
                };
            };
            405: components["responses"]["Error405"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            405: components["responses"]["Error405"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They can. */
            200: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            405: components["responses"]["Error405"];
            /** @description One cannot. */
            503: {
                headers: {
                    /** @description Names the request in our logs. */
                    "X-Request-Id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoresAway"];
                };
            };
        };
    };
    takeNotification: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same on every retry: deduplicate on it. */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. Refuse what is more than 300 s old. */
                "webhook-timestamp": number;
                /** @description `v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body` under your secret_key; two of them, with a space between, while your secret is being rotated. */
                "webhook-signature": string;
                /** @description The W3C trace of the request that the payment began with. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Notification"];
            };
        };
        responses: {
            /** @description Taken. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    takePing: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same on every retry: deduplicate on it. */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. Refuse what is more than 300 s old. */
                "webhook-timestamp": number;
                /** @description `v1,` and base64 of the HMAC-SHA256 of `id.timestamp.body` under your secret_key; two of them, with a space between, while your secret is being rotated. */
                "webhook-signature": string;
                /** @description The W3C trace of the request that the payment began with. */
                traceparent?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ping"];
            };
        };
        responses: {
            /** @description It verifies. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It does not. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
