# Holds cases.jsonl against R: Rscript check.R (needs jsonlite). The F is anova(less, full) of two lm, Wald statistics are those of the
# coefficients that lm or glm keeps of the term (aliased ones are NA), with vcov, or HC3 and CR1 written out.
d <- read.csv("partly.csv")
words <- c("g", "k", "h", "h_not_c", "h_not_a", "h_two", "h_three", "h_k", "district", "region", "two", "cluster")
for (v in words) d[[v]] <- factor(d[[v]])
worst <- c(least_squares = 0, logit = 0)
count <- 0
for (line in readLines("cases.jsonl")) {
  c <- jsonlite::fromJSON(line)
  if (c$expect != "ok") next
  count <- count + 1
  other <- c(c$z, c$g)
  less <- c("1", unlist(c$controls), if (length(other)) c(c$x, other))
  term <- paste(c(c$x, other), collapse = ":")
  small <- reformulate(less, c$y)
  big <- reformulate(c(less, term), c$y)
  d$w <- if (is.null(c$weight)) 1 else d[[c$weight]]
  logit <- c$y == "b"
  full <- lm(big, d, weights = w)
  b <- coef(full)[!is.na(coef(full))]
  added <- setdiff(names(b), names(coef(lm(small, d))))
  x <- model.matrix(full)[, names(b)]
  if (logit) { # glm looks for aliased columns with a tolerance that shrinks with epsilon; lm has found them
    full <- glm.fit(x, d$b, family = binomial(), control = glm.control(epsilon = 1e-12, maxit = 50))
    b <- coef(full)
    mu <- fitted(full)
    v <- solve(crossprod(x * sqrt(mu * (1 - mu))))
  } else {
    v <- vcov(full)[names(b), names(b)]
  }
  if (nzchar(c$using)) {
    x <- x * sqrt(d$w)
    e <- residuals(full) * sqrt(d$w)
    bread <- solve(crossprod(x))
    if (c$using == "ols_hc3") {
      meat <- crossprod(x * (e / (1 - rowSums((x %*% bread) * x))))
    } else {
      s <- rowsum(x * e, d[[c$cluster]])
      meat <- crossprod(s) * nrow(s) / (nrow(s) - 1) * (nrow(x) - 1) / (nrow(x) - ncol(x))
    }
    v <- bread %*% meat %*% bread
    dimnames(v) <- list(names(b), names(b))
  }
  wald <- sum(b[added] * solve(v[added, added], b[added]))
  stat <- if (logit) wald else wald / length(added)
  if (!logit && !nzchar(c$using)) {
    table <- anova(lm(small, d, weights = w), full)
    stopifnot(table[2, "Df"] == c$expected$df1, abs(table[2, "F"] - stat) < 1e-8 * max(1, stat))
  }
  stopifnot(length(added) == c$expected$df1)
  kind <- if (logit) "logit" else "least_squares"
  worst[kind] <- max(worst[kind], abs(stat - c$expected$stat) / max(1, stat))
}
cat(R.version.string, count, "cases, largest relative difference:", format(worst, digits = 2), "\n")
stopifnot(worst["least_squares"] < 1e-8, worst["logit"] < 1e-6)
