/* tls.c - TLS with OpenSSL, between two buffers in memory; see tls.h. */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>

struct tls {
    SSL *ssl;
    BIO *in, *out; /* owned by `ssl` */
};

/* Negotiates HTTP/1.1, the only protocol that the server supports. */
static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *n, const unsigned char *offered,
                           unsigned offered_n, void *owner)
{
    static const unsigned char ours[] = "\x08http/1.1";
    (void)ssl, (void)owner;
    int found = SSL_select_next_proto((unsigned char **)chosen, n, ours, sizeof ours - 1, offered, offered_n);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static void put_tls_fault(char *fault, size_t size, const char *what)
{
    char why[200] = "";
    ERR_error_string_n(ERR_peek_last_error(), why, sizeof why);
    ERR_clear_error();
    snprintf(fault, size, "%s: %s", what, why);
}

struct tls_keys *tls_keys_new(const char *certificate, const char *key, char *fault, size_t size)
{
    /* TLS 1.3, or TLS 1.2 with forward secrecy and authenticated encryption. */
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    const char *what = !context                                                               ? "TLS"
                       : SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1          ? "TLS 1.2"
                       : SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20") != 1 ? "cipher suites"
                       : SSL_CTX_use_certificate_chain_file(context, certificate) != 1        ? certificate
                       : SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1     ? key
                       : SSL_CTX_check_private_key(context) != 1                              ? key
                                                                                              : NULL;
    if (what) {
        put_tls_fault(fault, size, what);
        SSL_CTX_free(context);
        return NULL;
    }
    SSL_CTX_set_alpn_select_cb(context, choose_protocol, NULL);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_clear_mode(context,
                       SSL_MODE_AUTO_RETRY); /* makes SSL_read return after each record, even one without data */
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    return (struct tls_keys *)context;
}

void tls_keys_free(struct tls_keys *keys) { SSL_CTX_free((SSL_CTX *)keys); }

struct tls *tls_new(struct tls_keys *keys)
{
    struct tls *tls = calloc(1, sizeof *tls);
    if (!tls)
        return NULL;
    tls->ssl = SSL_new((SSL_CTX *)keys);
    tls->in = BIO_new(BIO_s_mem());
    tls->out = BIO_new(BIO_s_mem());
    if (!tls->ssl || !tls->in || !tls->out) {
        SSL_free(tls->ssl);
        BIO_free(tls->in);
        BIO_free(tls->out);
        free(tls);
        return NULL;
    }
    SSL_set_bio(tls->ssl, tls->in, tls->out);
    SSL_set_accept_state(tls->ssl);
    return tls;
}

void tls_free(struct tls *tls)
{
    if (!tls)
        return;
    SSL_free(tls->ssl);
    free(tls);
}

bool tls_feed(struct tls *tls, const char *bytes, size_t n) { return BIO_write(tls->in, bytes, (int)n) == (int)n; }

int tls_read(struct tls *tls, char *bytes, size_t size)
{
    ERR_clear_error();
    int n = SSL_read(tls->ssl, bytes, (int)size);
    if (n > 0)
        return n;
    int error = SSL_get_error(tls->ssl, n);
    ERR_clear_error();
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

bool tls_has_input(const struct tls *tls) { return SSL_pending(tls->ssl) > 0 || BIO_ctrl_pending(tls->in) > 0; }

bool tls_is_open(const struct tls *tls) { return SSL_is_init_finished(tls->ssl); }

bool tls_write(struct tls *tls, const char *bytes, size_t n)
{
    ERR_clear_error();
    bool done = SSL_write(tls->ssl, bytes, (int)n) == (int)n;
    ERR_clear_error();
    return done;
}

void tls_close(struct tls *tls)
{
    if (SSL_is_init_finished(tls->ssl))
        SSL_shutdown(tls->ssl);
    ERR_clear_error();
}

size_t tls_take_output(struct tls *tls, char *bytes, size_t size)
{
    int n = BIO_read(tls->out, bytes, (int)size);
    return n > 0 ? (size_t)n : 0;
}
